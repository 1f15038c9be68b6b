/**
 * A part of the document as lines that read like it, for a page: no script that knows all of YAML is worth its weight there.
 * Scalars stand as JSON where they could be read as something else.
 */
export function writeValue(value: unknown, depth = 0): string[] {
  const indent = "  ".repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0 || value.every(isScalar)) return [`${indent}${writeScalar(value)}`];
    return value.flatMap((item) => {
      const [first = "", ...rest] = writeValue(item, depth + 1);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  if (!isObject(value)) return [`${indent}${writeScalar(value)}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${indent}{}`];
  return entries.flatMap(([key, item]) =>
    fitsOneLine(item)
      ? [`${indent}${key}: ${writeScalar(item)}`]
      : [`${indent}${key}:`, ...writeValue(item, depth + 1)],
  );
}

function fitsOneLine(value: unknown): boolean {
  return isScalar(value) || (Array.isArray(value) ? value.every(isScalar) : Object.keys(value as object).length === 0);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function writeScalar(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeScalar).join(", ")}]`;
  if (typeof value === "object" && value !== null) return "{}";
  return typeof value === "string" &&
    /^[\w ./:*-]+$/.test(value) &&
    !/: |^\d|^[ *-]|^(true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value);
}
