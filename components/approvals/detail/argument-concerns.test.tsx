import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { argumentsOf } from "#lib/approvals/arguments/arguments-of.ts";
import { findDoubtfulHosts } from "#lib/approvals/arguments/doubtful-hosts.ts";
import { ArgumentConcerns } from "./argument-concerns.tsx";

it("names what turns the direction of a host that no name can be made of, instead of doing it", () => {
  const hosts = findDoubtfulHosts(argumentsOf(JSON.stringify({ url: "https://\u202emoc.bank/pay" })) ?? []);
  const html = renderToStaticMarkup(
    <ArgumentConcerns
      context={{
        marks: [],
        findings: [],
        hosts,
        copies: [],
        comparedAll: true,
        last: null,
        novelty: [],
        comparedWith: 0,
      }}
    />,
  );
  expect(hosts).toHaveLength(1);
  expect(html).toContain("moc.bank");
  expect(html).not.toContain("\u202e");
});
