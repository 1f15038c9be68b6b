/** GitHub and npm end a token with the CRC-32 of its random part in six base-62 digits. */

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    sum = (sum >>> 8) ^ (TABLE[(sum ^ text.charCodeAt(i)) & 0xff] as number);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Whether the last six of these characters are the checksum of those before them. */
export function endsInChecksum(body: string): boolean {
  let sum = crc32(body.slice(0, -6));
  let digits = "";
  for (let i = 0; i < 6; i++) {
    digits = BASE62.charAt(sum % 62) + digits;
    sum = Math.floor(sum / 62);
  }
  return body.endsWith(digits);
}
