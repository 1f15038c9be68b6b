/** What git separates by NUL (`-z`): names with line ends, quotes and escapes in them stay what they are. */
export function fieldsOf(bytes: Uint8Array): string[] {
  const fields = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\0");
  if (fields.at(-1) === "") fields.pop();
  return fields;
}
