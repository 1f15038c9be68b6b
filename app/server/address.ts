/** Search parameters as a page gets them: each may be missing, or come many times. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** The one value of a parameter, or nothing. No stored text holds a NUL, and the database takes no question with one. */
export function one(params: SearchParams, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" && value !== "" && !value.includes("\0") ? value : undefined;
}

/** The value if it is one of the known ones. */
export function oneOf<T extends string>(params: SearchParams, name: string, known: readonly T[]): T | undefined {
  const value = one(params, name);
  return known.find((word) => word === value);
}

/** The same address with some parameters changed; `undefined` takes one away. */
export function address(
  path: string,
  params: SearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): string {
  const next = new URLSearchParams();
  for (const name of Object.keys({ ...params, ...changes })) {
    const value = name in changes ? changes[name] : one(params, name);
    if (value) next.set(name, value);
  }
  return next.size > 0 ? `${path}?${next}` : path;
}
