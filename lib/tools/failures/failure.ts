/** An expected failure of a tool: the code is for programs, the sentence for whoever reads the answer. */
export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** The code of a failed system call, or of one of ours. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
