import { done, type Outcome, refuse } from "#lib/errors/outcome.ts";
import { CONFUSABLES } from "./data/confusables.ts";

/**
 * Against a second tool that a person, or a model, takes for the first: `read_fi1e`, `Read_File`, `ｒead_file`. Two names
 * collide when either of their keys is equal. Both are needed: lower-casing first loses that I looks like l, and not
 * lower-casing loses that Read_File reads like read_file. Full-width and other compatibility forms are folded before.
 */
export interface NameKeys {
  /** Skeleton of NFKC(name). */
  readonly skeleton: string;
  /** Skeleton of lower(NFKC(name)). */
  readonly folded: string;
}

export function nameKeys(name: string): NameKeys {
  const compatible = name.normalize("NFKC");
  return { skeleton: skeleton(compatible), folded: skeleton(compatible.toLowerCase()) };
}

/** Whether a name may be registered beside those that exist; the database holds the same by two unique keys. */
export function checkName(name: string, existing: Iterable<string>): Outcome<NameKeys> {
  const keys = nameKeys(name);
  for (const other of existing) {
    const taken = nameKeys(other);
    if (taken.skeleton === keys.skeleton || taken.folded === keys.folded) {
      return refuse("name_taken", other === name ? undefined : `It looks like ${other}.`, { existing: other });
    }
  }
  return done(keys);
}

/** UTS #39: decompose, drop what does not show, replace each character by the one it looks like, decompose again. */
export function skeleton(text: string): string {
  const visible = text.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  const lookalikes = prototypes();
  return Array.from(visible, (character) => lookalikes.get(character) ?? character)
    .join("")
    .normalize("NFD");
}

let table: Map<string, string> | undefined;

/** Unpacked at the first question, for most processes never ask. */
function prototypes(): Map<string, string> {
  table ??= new Map(
    CONFUSABLES.trim()
      .split("\n")
      .flatMap((line) => {
        const [target = "", sources = ""] = line.split(":");
        const looksLike = target.split("+").map(fromHex).join("");
        return sources.split(",").map((source) => [fromHex(source), looksLike] as const);
      }),
  );
  return table;
}

function fromHex(codePoint: string): string {
  return String.fromCodePoint(Number.parseInt(codePoint, 16));
}
