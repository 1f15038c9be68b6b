/** What does not fit, by the argument it is in; of what comes from elsewhere only what has the shape of a problem. */
export function problemsByField(problems: unknown): Record<string, string> {
  if (!Array.isArray(problems)) return {};
  const entries = problems.flatMap((problem: { pointer?: unknown; message?: unknown } | null): [string, string][] => {
    if (typeof problem?.pointer !== "string" || typeof problem.message !== "string") return [];
    const [, first = "", ...rest] = problem.pointer.split("/");
    const name = first.replaceAll("~1", "/").replaceAll("~0", "~");
    const place = rest.length > 0 ? `/${rest.join("/")} ` : "";
    return [[name, `${place}${problem.message}`]];
  });
  // The first of several for a field: the others often follow from it.
  return Object.fromEntries(entries.reverse());
}
