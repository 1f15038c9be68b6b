/**
 * Whether a text holds a marker of the cleaner, from this call or from any other. Against: a model that was given a cleaned file
 * and writes it back, with our marker where the real thing was. A marker counts by its form, with a nonce or without: which call it
 * came from cannot be told any more, and one that somebody typed would be read back as ours all the same. Words around other
 * brackets (`⟦e₁⟧`) are mathematics and pass.
 *
 * The brackets also count as `\u27e6` and `\u27e7`, which is how a JSON file holds them.
 */
const WORDS = [
  "credential: [a-z0-9-]{2,24} #[0-9]{1,7}",
  "cut: [0-9]{1,12} characters",
  "(?:image|link|html)(?:: [A-Za-z0-9._~:/…-]{1,200})?",
  "(?:hidden|role|suspect|untrusted): [a-z]{2,24}",
  "binary: [0-9]{1,16} (?:bytes|characters)",
  "withheld",
].join("|");
const MARKER = new RegExp(`(?:⟦|\\\\u27e6)(?:${WORDS})(?: [a-zA-Z0-9]{1,32})?(?:⟧|\\\\u27e7)`, "i");

export function holdsMarker(text: string): boolean {
  return MARKER.test(text);
}

const PLACES_MAX = 5;

/** JSON Pointers to the first values and keys of an input that hold one. */
export function placesOfMarkers(value: unknown, path = "", found: string[] = []): string[] {
  if (found.length >= PLACES_MAX) return found;
  if (typeof value === "string") {
    if (holdsMarker(value)) found.push(path);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const place = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (found.length < PLACES_MAX && holdsMarker(key)) found.push(place);
      placesOfMarkers(inner, place, found);
    }
  }
  return found;
}
