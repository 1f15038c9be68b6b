import { describe, expect, test } from "vitest";
import { clean } from "../clean.ts";

const cleaned = (text: string): string => clean(text, { content: "verbatim" }).cleaned;

describe("what recovers an account or seeds a second factor goes", () => {
  test.each([
    ["Recovery codes:\nca277-51b6f\n8e9a7-8a8c9\nfc834-31d58\n", "ca277 8e9a7 fc834 31d58"],
    ["Backup codes: 0321 6036, 9689 1373, 3768 6867", "6036 9689 6867"],
    ['backup_codes: ["051jegvq0k", "zomw82d5cj"]', "051jegvq0k zomw82d5cj"],
    ["1Your recovery code: b5ytv-083gs", "b5ytv 083gs"],
    ["Recovery key: 041996-117154-992143-229080-211115-181173-334426-181756", "041996 992143 181756"],
    ["FileVault recovery key: 41R7-XQL1-87C5-T1DD-R29J-20ST", "XQL1 20ST"],
    ["2FA key: E2AO QSSU ASEJ O33L TTKE T6L6 TQ5I 3YHD", "QSSU 3YHD"],
    ["setup key: 5arg xmyo keux plfm kxrm 3wfj xsjz pqvr", "5arg pqvr"],
    ["App password: svbn wqal kfdy anjp", "svbn anjp"],
    ["MFA seed: 3AB5COEWLCSDDVXXVFXTJFMYSLOWBPI5", "3AB5COEW"],
  ])("%s", (text, gone) => {
    const result = cleaned(text);
    for (const piece of gone.split(" ")) expect(result).not.toContain(piece);
  });

  test.each([
    "Recovery codes: store them safely.",
    "Recovery codes are 10 characters, e.g. xxxxx-xxxxx",
    "Backup codes: 10 remaining",
    "recovery code (8 digits)",
    "recovery key rotation: 2024-03-01",
    "backup code 2024-01-02 released",
    "setup key: open the app and choose Add account",
    "App password: go to Account settings",
    "app password: only four word here and more",
    "otpauth://totp/{issuer}:{account}?secret={secret}",
    "Your verification code is 482913",
  ])("%s stays", (text) => {
    expect(cleaned(text)).toBe(text);
  });
});
