import { percentDecodings } from "./percent-decodings.ts";

/**
 * What a text becomes in tools that are careless with Unicode, with Windows' habits or with what they strip. None of it is
 * how a path is read here, so such a form counts only where it leads somewhere that the text as written does not.
 */

/** Look-alikes that code pages of old map to a separator, and that normalisation leaves as they are. */
const SLASHES = /[\u2044\u2215\u29f8\u2571\u27cb]/g;
const BACKSLASHES = /[\u2216\u29f5\u29f9\u27cd]/g;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

export function foldedForms(form: string): string[] {
  const plain = form.normalize("NFKC").replace(UNSEEN, "").replace(SLASHES, "/").replace(BACKSLASHES, "/");
  const slashed = plain.replaceAll("\\", "/");
  const folded = [slashed, ...percentDecodings(slashed)];
  const bare = folded.flatMap((one) => [one, withoutParameters(one)]);
  const all = [...bare, ...bare.map(asWindows), ...folded.map(stripped)];
  return [...new Set(all)].filter((one) => leadsAway(one, form));
}

/** `..;x` is `..` to some, and `;x` is nothing. */
function withoutParameters(form: string): string {
  return form.replace(/;[^/]*/g, "");
}

/**
 * `.. ` is `..` to some, `. ` is `.`, and a blank is nothing; a name of dots alone is only that. Name by name: one expression for the
 * whole would try every blank of a long run against every other, and a thousand such arguments would hold up everybody's calls.
 */
function asWindows(form: string): string {
  return form
    .split("/")
    .map((name) => (name.includes(" ") && /^[ .]*$/.test(name) ? (/^\.{0,2}/.exec(name)?.[0] ?? "") : name))
    .join("/");
}

/** What is left of `....//` where somebody takes `../` away once. */
function stripped(form: string): string {
  return form.replaceAll("../", "");
}

function leadsAway(folded: string, form: string): boolean {
  const written = form.replaceAll("\\", "/");
  if (isRooted(folded) && !isRooted(written)) return true;
  const [now, before] = [landings(folded), landings(written)];
  return now.some((depth, step) => depth < (before[step] ?? Number.POSITIVE_INFINITY));
}

/** How deep each climb ends. A name that folds to `.` or to nothing is no level any more, and what climbs after it climbs higher. */
function landings(form: string): number[] {
  let depth = 0;
  return form.split("/").flatMap((segment) => {
    if (segment === "..") {
      depth -= 1;
      return [depth];
    }
    if (segment !== "" && segment !== ".") depth += 1;
    return [];
  });
}

function isRooted(form: string): boolean {
  return /^(?:\/|~|[A-Za-z]:)/.test(form);
}

/** How often it climbs. */
export function parentsIn(form: string): number {
  return form.split("/").filter((segment) => segment === "..").length;
}
