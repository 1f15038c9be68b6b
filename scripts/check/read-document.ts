/** A word of a document, and where it stands. */
export interface Named {
  readonly line: number;
  readonly word: string;
}

/** Top-level folders: what begins with one of them is meant as a path of the tree. */
const FOLDERS = "app|bench|bin|components|db|docs|drizzle|e2e|fixtures|lib|public|scripts|soak";
const TREE_PATH = new RegExp(`(?<![\\w/.$@#}-])#?((?:${FOLDERS})/[\\w./()\\[\\]-]*[\\w)\\]/])(?![\\w*{<…])`, "g");

/** Where links lead, but for other sites: `[words](target)` outside of code. */
export function linksOf(text: string): Named[] {
  return words(proseOf(text), /\]\(([^()\s]+)\)/g).filter(({ word }) => !/^[a-z]+:/.test(word));
}

/** What a document names that can be looked up: paths in code, scripts of npm, variables of the environment. */
export function namesOf(text: string): { paths: Named[]; scripts: Named[]; variables: Named[] } {
  return {
    paths: codeSpans(text).flatMap(({ line, word }) =>
      [...word.matchAll(TREE_PATH)].map(([, path = ""]) => ({ line, word: path })),
    ),
    scripts: words(text, /npm run (?:-s )?([a-z]+)/g),
    variables: words(text, /\b(AIRLOCK_[A-Z_]*[A-Z])\b/g),
  };
}

/** The anchors that GitHub makes of headings. */
export function anchorsOf(text: string): Set<string> {
  const headings = words(withoutBlocks(text), /^#+ (.*)$/g);
  return new Set(headings.map(({ word }) => slugOf(word)));
}

function slugOf(heading: string): string {
  const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
}

function codeSpans(text: string): Named[] {
  return words(withoutBlocks(text), /`([^`]+)`/g);
}

/** Without code, whose brackets mean something else. */
function proseOf(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`(?!\])/g, "");
}

/** Lines of fenced blocks are emptied, so that the others keep their numbers. */
function withoutBlocks(text: string): string {
  let isInside = false;
  return text
    .split("\n")
    .map((line) => {
      const isFence = line.trimStart().startsWith("```");
      if (isFence) isInside = !isInside;
      return isFence || isInside ? "" : line;
    })
    .join("\n");
}

function words(text: string, pattern: RegExp): Named[] {
  return text
    .split("\n")
    .flatMap((line, index) => [...line.matchAll(pattern)].map(([, word = ""]) => ({ line: index + 1, word })));
}
