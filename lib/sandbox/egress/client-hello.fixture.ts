/** TLS hellos for tests, honest and crooked. */
export interface HelloParts {
  readonly names?: readonly string[];
  /** Further extensions: type and content, before (`first`) or after the names. */
  readonly first?: readonly (readonly [number, Buffer])[];
  readonly last?: readonly (readonly [number, Buffer])[];
  /** Cut the handshake into records of this many bytes. */
  readonly recordBytes?: number;
}

export function clientHello({ names = [], first = [], last = [], recordBytes = 16_384 }: HelloParts): Buffer {
  const nameExtensions = names.map((name) => [0, nameList(name)] as const);
  const extensions = Buffer.concat(
    [...first, ...nameExtensions, ...last].map(([type, content]) =>
      Buffer.concat([u16(type), u16(content.length), content]),
    ),
  );
  const body = Buffer.concat([
    ...[u16(0x0303), Buffer.alloc(32), Buffer.from([0]), u16(2), u16(0x1301), Buffer.from([1, 0])],
    ...[u16(extensions.length), extensions],
  ]);
  const handshake = Buffer.concat([Buffer.from([1, 0]), u16(body.length), body]);
  const records: Buffer[] = [];
  for (let at = 0; at < handshake.length; at += recordBytes)
    records.push(record(0x16, handshake.subarray(at, at + recordBytes)));
  return Buffer.concat(records);
}

export function record(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type, 3, 1]), u16(content.length), content]);
}

export function nameList(name: string): Buffer {
  const entry = Buffer.concat([Buffer.from([0]), u16(name.length), Buffer.from(name, "latin1")]);
  return Buffer.concat([u16(entry.length), entry]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
