/**
 * A secret as it was meant, from how it was pasted. A token has no line, and an end of one would break the header it goes into;
 * a key of several lines that lacks the end of its last is none to ssh.
 */
export function pastedSecret(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").replace(/\n+$/, "");
  return lines.includes("\n") ? `${lines}\n` : lines;
}
