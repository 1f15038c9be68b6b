/** `/rows/0/name` as `rows.0.name`: a name at the top stands as it is. */
export function pointerWords(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}
