import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/registry/canonical-json.ts";
import type { Manifest } from "./manifest.ts";

/** RFC 8785: the bytes that are printed, served and hashed. */
export function renderManifest(manifest: Manifest): string {
  return canonicalJson(manifest);
}

/**
 * "alm1:sha256:" + hex(SHA-256(utf8("airlock/manifest") 00 "1" 00 JCS(manifest))), where 00 is one NUL byte. The prefix
 * names the recipe, so that another one is never taken for a change of permissions.
 */
export function hashManifest(manifest: Manifest): string {
  const digest = createHash("sha256").update("airlock/manifest\0", "utf8").update("1\0", "utf8");
  return `alm1:sha256:${digest.update(renderManifest(manifest), "utf8").digest("hex")}`;
}
