/**
 * A kept secret may be a reference instead of a value: then each dispatcher fetches the value when a call needs it, with a
 * command that its operator configured. The reference is sealed like a value, so that nobody can point it elsewhere.
 */
const PREFIX = "airlock-fetch:";
const PLACE = "{reference}";

/** Plain, and never an option of the command. */
const REFERENCE = /^[A-Za-z0-9_][A-Za-z0-9_./:@#-]{0,255}$/;

export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

export function sealableReference(reference: string): string {
  if (!isReference(reference)) throw new Error("a reference has letters, digits and _ . / : @ # - only");
  return `${PREFIX}${reference}`;
}

/** What an opened secret refers to, or nothing where it is the value itself. */
export function referenceOf(opened: string): string | undefined {
  const reference = opened.startsWith(PREFIX) ? opened.slice(PREFIX.length) : undefined;
  return reference !== undefined && isReference(reference) ? reference : undefined;
}

/** The command with the reference in its place, as one argument or part of one. */
export function fetchCommand(template: readonly string[], reference: string): string[] {
  return template.map((word) => word.replaceAll(PLACE, reference));
}
