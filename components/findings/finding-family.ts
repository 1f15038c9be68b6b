/** `secret.github-pat` → `secret`: the first word of a rule says what kind of thing it looks for. */
export function familyOf(rule: string): string {
  return (rule.split(".")[0] ?? rule).replaceAll("_", " ").replaceAll("-", " ");
}
