import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LabelledText } from "#fixtures/sanitise/labelled-texts.ts";

/** This project's own prose, honest by definition: its documents, and the comments of its source. */
const ROOT = join(import.meta.dirname, "../../../..");
const FOLDERS = ["docs", "lib", "db", "app", "components", "scripts"];
/** Texts about these detectors, and their own words. */
const LEFT_OUT = /node_modules|lib\/sanitise\/(?:sentences|grammar|words|disguise|decode)|docs\/cleaning|fixture/;

export function ownDocuments(): LabelledText[] {
  return FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder)))
    .filter((path) => !LEFT_OUT.test(path))
    .sort()
    .flatMap((path) => textsOf(path));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesIn(path);
    return /\.(?:md|ts|tsx)$/.test(name) ? [path] : [];
  });
}

function textsOf(path: string): LabelledText[] {
  const source = readFileSync(path, "utf8");
  const text = path.endsWith(".md") ? source : commentsOf(source);
  return text === "" ? [] : [{ family: "document", group: path, source: "repository", isHostile: false, text }];
}

function commentsOf(source: string): string {
  const comments = source.match(/\/\*\*[\s\S]*?\*\/|\/\/ .*/g) ?? [];
  return comments.map((comment) => comment.replace(/^\/\*\*|\*\/$|^ *\* ?|^\/\/ /gm, "").trim()).join("\n\n");
}
