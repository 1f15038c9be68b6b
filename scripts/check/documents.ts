import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { environmentSchema } from "#lib/environment/variables.ts";
import { anchorsOf, linksOf, type Named, namesOf } from "./read-document.ts";

/**
 * What the documents say that is not so: a link or a heading that leads nowhere, a path, a script or a variable that does not exist, a
 * folder that the map of docs/architecture.md leaves out. A reader who finds one such line trusts none of the others.
 */
export function findDocumentFaults(root: string): string[] {
  return [
    ...listDocuments(root).flatMap((path) => faultsOf(root, path, readFileSync(join(root, path), "utf8"))),
    ...foldersOffTheMap(root),
  ];
}

/** Variables that mean something to a client or a measurement, and that no process of an installation reads. */
const ELSEWHERE = new Set(["AIRLOCK_URL", "AIRLOCK_KEY", "AIRLOCK_AUTHOR_KEY", "AIRLOCK_CORPORA"]);
const IN_THE_SANDBOX = /^AIRLOCK_(AGENT|SESSION|TASK|REQUEST)_ID$/;

function listDocuments(root: string): string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const above = readdirSync(root).filter((name) => name !== "CHANGELOG.md");
  return [...above, ...below("docs"), ...below("lib")].filter((path) => path.endsWith(".md")).sort();
}

function faultsOf(root: string, path: string, text: string): string[] {
  const said = ({ line, word }: Named, fault: string) => `${path}:${line}: ${word}: ${fault}`;
  const { paths, scripts, variables } = namesOf(text);
  return [
    ...linksOf(text)
      .filter(({ word }) => !leadsSomewhere(root, path, word))
      .map((link) => said(link, "leads nowhere")),
    ...paths.filter(({ word }) => !existsSync(join(root, word))).map((one) => said(one, "is not there")),
    ...scripts.filter(({ word }) => !hasScript(root, word)).map((one) => said(one, "is no script of package.json")),
    ...variables.filter(({ word }) => !isVariable(word)).map((one) => said(one, "is no variable that anything reads")),
  ];
}

function leadsSomewhere(root: string, from: string, link: string): boolean {
  const [target = "", anchor] = link.split("#");
  const path = target === "" ? from : normalize(join(dirname(from), target));
  if (!existsSync(join(root, path))) return false;
  return anchor === undefined || anchorsOf(readFileSync(join(root, path), "utf8")).has(anchor);
}

function hasScript(root: string, name: string): boolean {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return Object.hasOwn(scripts, name);
}

function isVariable(name: string): boolean {
  return Object.hasOwn(environmentSchema.shape, name) || ELSEWHERE.has(name) || IN_THE_SANDBOX.test(name);
}

const MAP = "docs/architecture.md";

function foldersOffTheMap(root: string): string[] {
  const map = readFileSync(join(root, MAP), "utf8");
  const foldersOf = (folder: string) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() && !entry.name.startsWith(".") ? [entry.name] : [],
    );
  const missing = [
    ...foldersOf(".").filter((name) => !GENERATED.has(name) && !map.includes(`\n${name}/`)),
    ...foldersOf("lib")
      .filter((name) => !map.includes(`\n  ${name}/`))
      .map((name) => `lib/${name}`),
  ];
  return missing.map((folder) => `${MAP}: ${folder}/ is not on the map`);
}

const GENERATED = new Set(["node_modules", "test-results", "reports", "coverage"]);
