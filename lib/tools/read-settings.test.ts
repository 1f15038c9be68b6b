import { expect, test } from "vitest";
import { loadToolSettings, readToolSettings } from "./read-settings.ts";
import { shippedTools } from "./register.ts";

const DOCUMENT = `tools:
  http_fetch:
    hosts: ["docs.example.com:443"]
  git_clone:
    hostname_allowlist: ["git.example.com", "10.1.0.0/16"]
    dns_rebinding_mitigation: true
`;

test("what an installation lists is what the contracts of the shipped tools list", async () => {
  const settings = loadToolSettings(DOCUMENT);
  if (!settings.ok) throw new Error(settings.message);
  const tools = await shippedTools(settings.value);
  const hostsOf = (name: string) =>
    tools.find(({ contract }) => contract.name === name)?.contract.policy.network?.hosts;
  expect(hostsOf("http_fetch")).toEqual(["docs.example.com:443"]);
  expect(hostsOf("git_clone")).toEqual(["git.example.com:443", "10.1.0.0/16:443"]);
});

test.each([
  ["an unknown tool", "tools:\n  http_fecth:\n    hosts: [a.example:443]", "Line 2"],
  ["a host without a port", "tools:\n  http_fetch:\n    hosts: [a.example]", "Line 3"],
  ["a list of nothing", "tools:\n  git_clone:\n    hostname_allowlist: []", "Line 3"],
  ["no document", "hosts: []", "Line 1"],
])("%s is refused with its line", (_case, text, line) => {
  const refused = loadToolSettings(text);
  expect(refused).toMatchObject({ ok: false, code: "bad_configuration" });
  expect(refused.ok || refused.message).toContain(line);
});

test("without a document the tools are as they ship, and one that is named must be there", () => {
  expect(readToolSettings("/nonexistent")).toEqual({ ok: true, value: {} });
  expect(readToolSettings("/nonexistent", "/nonexistent/tools.yaml")).toMatchObject({ ok: false });
});
