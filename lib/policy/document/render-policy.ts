import { stringify } from "yaml";
import type { PolicyDocument } from "./policy-document.ts";

/** The document as YAML that parses back to the same document. */
export function renderPolicy(document: PolicyDocument): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}
