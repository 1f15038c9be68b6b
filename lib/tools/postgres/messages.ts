/** The frontend's side of PostgreSQL's protocol, version 3: each function gives the bytes of one message. */

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`, "utf8");
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type, "latin1"), int32(body.length + 4), body]);
}

export const sslRequest = (): Buffer => Buffer.concat([int32(8), int32(80_877_103)]);

export function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]);
  const body = Buffer.concat([int32(196_608), ...pairs, Buffer.of(0)]);
  return Buffer.concat([int32(body.length + 4), body]);
}

export function saslInitial(mechanism: string, first: string): Buffer {
  const bytes = Buffer.from(first, "utf8");
  return message("p", text(mechanism), int32(bytes.length), bytes);
}

export const saslResponse = (final: string): Buffer => message("p", Buffer.from(final, "utf8"));

/** One statement, always by the extended protocol: the server itself refuses a text that holds two. */
export function statement(sql: string, parameters: readonly (string | null)[], maxRows: number): Buffer {
  const values = parameters.flatMap((value) => {
    if (value === null) return [int32(-1)];
    const bytes = Buffer.from(value, "utf8");
    return [int32(bytes.length), bytes];
  });
  return Buffer.concat([
    message("P", text(""), text(sql), int16(0)),
    message("B", text(""), text(""), int16(0), int16(parameters.length), ...values, int16(0)),
    message("D", Buffer.from("P"), text("")),
    message("E", text(""), int32(maxRows)),
    message("S"),
  ]);
}

export const copyFail = (): Buffer => message("f", text("COPY is not served."));
export const terminate = (): Buffer => message("X");
