/** How many people a call takes, the same words on every page of the policy. */
export function peopleWords(people: number): string {
  return people === 0 ? "runs" : people === 1 ? "one person" : "two people";
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** A value of the document as a reader would say it. */
export function plainValue(value: string): string {
  return value.replaceAll("_", " ");
}
