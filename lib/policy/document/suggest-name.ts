import { nearestName } from "#lib/registry/nearest-name.ts";

/** Nobody reads more of them, and a text of nothing but mistakes must not cost minutes. */
const SUGGESTIONS_MAX = 100;

/** Says for a misspelt name which of the known ones was perhaps meant; for the first names that it is asked about. */
export function suggestFrom(known: Iterable<string>): (written: string) => string | undefined {
  const names = [...known];
  let asked = 0;
  return (written) => {
    asked += 1;
    return asked > SUGGESTIONS_MAX ? undefined : nearestName(written, names);
  };
}
