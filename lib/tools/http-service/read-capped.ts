/** At most so many bytes of a body, and whether there was more. */
export async function readCapped(
  response: Response,
  maxBytes: number,
): Promise<{ content: Buffer; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { content: Buffer.concat(chunks).subarray(0, maxBytes), truncated: length > maxBytes };
}
