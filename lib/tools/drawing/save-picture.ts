import { basename, dirname } from "node:path";
import { failure } from "../failures/failure.ts";
import { inJail } from "../file-access/jail.ts";
import { makeFolder } from "../file-access/make-folder.ts";
import { openFolder } from "../file-access/open-folder.ts";
import { replaceFile } from "../file-access/replace-file.ts";
import type { Scene } from "./scene.ts";
import { writePng } from "./write-png.ts";
import { writeSvg } from "./write-svg.ts";

export interface Saved {
  readonly path: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Writes the picture where the call says, as what its name ends in. */
export async function savePicture(scene: Scene, named: string, idempotencyKey: string): Promise<Saved> {
  const path = inJail(named);
  const isPng = path.endsWith(".png");
  if (!isPng && !path.endsWith(".svg")) throw failure("format_unknown", "A picture's name ends in .svg or .png.");
  const content = isPng ? writePng(scene) : Buffer.from(writeSvg(scene), "utf8");
  const folder = await openFolder(dirname(path), makeFolder);
  try {
    await replaceFile({ folder, name: basename(path), path, content, idempotencyKey });
  } finally {
    await folder.close();
  }
  return { path, bytes: content.length, width: scene.width, height: scene.height };
}
