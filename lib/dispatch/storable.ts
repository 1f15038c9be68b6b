/**
 * The same value as jsonb can hold it: no NUL and no half of a surrogate pair, in texts or in keys. Our readers refuse both
 * long before; but what a stranger sent must never be the reason that what we know of it is not written down.
 */
export function storable<T>(value: T): T {
  return mended(value) as T;
}

function mended(value: unknown): unknown {
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plain(key), mended(inner)]));
}

function plain(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
