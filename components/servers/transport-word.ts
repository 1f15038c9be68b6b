export function transportWord(kind: "stdio" | "http"): string {
  return kind === "stdio" ? "stdio, in the sandbox" : "Streamable HTTP";
}
