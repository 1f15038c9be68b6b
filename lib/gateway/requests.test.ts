import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readBody } from "./read-request.ts";
import { askSchema } from "./requests.ts";

const sent = (body: string) =>
  new Request("http://airlock.example/api/v1/invocations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
const asking = (input: string) => readBody(sent(`{"tool":"read_file","input":${input}}`), askSchema);

describe("what an agent asks", () => {
  test("keeps every argument that was sent, in whatever depth", async () => {
    const input = '{"path":"a","constructor":1,"more":{"__proto__":{"x":1}}}';
    const asked = await asking(input);
    expect(asked.ok && JSON.stringify(asked.value.input)).toBe(input);
  });

  test.each(['{"__proto__":{"path":"/etc"},"path":"a"}', '{"\\u005f_proto__":1}'])(
    "refuses an argument that would silently be lost: %s",
    async (input) => {
      const copied = await readBody(sent(input), z.record(z.string(), z.unknown()));
      expect(copied.ok && Object.keys(copied.value), "control: a copy loses it").not.toContain("__proto__");
      expect(await asking(input)).toMatchObject({
        ok: false,
        code: "malformed_request",
        details: { errors: [{ pointer: "/input", message: "An argument cannot be named __proto__." }] },
      });
    },
  );

  test("refuses the same name beside its fields", async () => {
    const asked = await readBody(sent('{"tool":"read_file","input":{},"__proto__":{"sessionId":"s"}}'), askSchema);
    expect(asked).toMatchObject({ ok: false, code: "malformed_request" });
  });

  test.each(["[]", "null", '"a"', "1"])("refuses an input that is not an object: %s", async (input) => {
    expect(await asking(input)).toMatchObject({ ok: false, code: "malformed_request" });
  });

  test("an input has to be there", async () => {
    expect(await readBody(sent('{"tool":"read_file"}'), askSchema)).toMatchObject({
      ok: false,
      code: "malformed_request",
    });
  });
});
