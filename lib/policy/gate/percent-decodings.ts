const DECODE_ROUNDS = 3;

/** Overlong UTF-8 and `%u`: no decoder of today reads them so, and decoders of yesterday are still about. */
const OVERLONG =
  /%(?:c0%ae|e0%80%ae|f0%80%80%ae)|%(?:c0%af|e0%80%af|f0%80%80%af)|%(?:c1%9c|e0%81%9c)|%u([0-9a-f]{4})/gi;

/** The text percent-decoded once, twice, …: some tools decode what was decoded already. */
export function percentDecodings(text: string): string[] {
  const found: string[] = [];
  let current = text;
  for (let round = 0; round < DECODE_ROUNDS && current.includes("%"); round += 1) {
    current = current.replace(OVERLONG, (code, unit?: string) => {
      if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
      return /ae$/i.test(code) ? "." : /af$/i.test(code) ? "/" : "\\";
    });
    try {
      current = decodeURIComponent(current);
    } catch {
      // One bad escape must not shield the others: decode what stands for separators and dots, leave the rest.
      current = current.replace(/%(2e|2f|5c|00)/gi, (code) => decodeURIComponent(code));
    }
    found.push(current);
  }
  return found;
}
