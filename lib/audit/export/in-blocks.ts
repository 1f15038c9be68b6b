const BLOCK_CHARACTERS = 64 * 1024;

/** Lines gathered into blocks: a write for each line would cost more than making it. */
export async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let block = "";
  for await (const line of lines) {
    block += line;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}
