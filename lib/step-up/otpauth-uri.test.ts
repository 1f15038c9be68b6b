import { expect, test } from "vitest";
import { base32, otpauthUri } from "./otpauth-uri.ts";

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("base32 of %j is %s, as RFC 4648 has it", (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test("an app learns seed, person, installation and the way of the code, and no letter of a name becomes syntax", () => {
  const uri = otpauthUri(Buffer.alloc(20, 255), "o&m=r@airlock.example", "localhost:3000");
  expect(uri).toBe(
    "otpauth://totp/Airlock%20localhost%3A3000:o%26m%3Dr%40airlock.example?secret=77777777777777777777777777777777&issuer=Airlock%20localhost%3A3000&algorithm=SHA1&digits=6&period=30",
  );
});
