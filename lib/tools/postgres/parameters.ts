/** Values as the server reads them; it gives each the type that its place in the statement has. */
export function asText(values: readonly (string | number | boolean | null)[] | undefined): (string | null)[] {
  return (values ?? []).map((value) => (value === null ? null : String(value)));
}
