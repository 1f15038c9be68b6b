import type { Execute } from "#lib/registry/tool.ts";
import { askServiceOrFail } from "../http-service/ask-service.ts";
import { listOf, member, textOf } from "../http-service/members.ts";
import type { input, output } from "./contract.ts";
import type { SearchSettings } from "./settings.ts";

interface Provider {
  path(query: string, count: number): string;
  found(body: unknown): readonly unknown[];
  snippet: string;
}

const PROVIDERS: Readonly<Record<SearchSettings["provider"], Provider>> = {
  searxng: {
    path: (query) => `/search?${new URLSearchParams({ q: query, format: "json" })}`,
    found: (body) => listOf(member(body, "results")),
    snippet: "content",
  },
  brave: {
    path: (query, count) => `/res/v1/web/search?${new URLSearchParams({ q: query, count: String(count) })}`,
    found: (body) => listOf(member(member(body, "web"), "results")),
    snippet: "description",
  },
};

export const execute: Execute<typeof input, typeof output, SearchSettings> = async (call, { settings }) => {
  const { path, found, snippet } = PROVIDERS[settings.provider];
  const count = call.count ?? 10;
  const body = await askServiceOrFail({ host: settings.host, path: path(call.query, count) });
  const results = found(body).flatMap((result) => {
    const url = textOf(member(result, "url"));
    if (url === undefined) return [];
    return [{ title: textOf(member(result, "title")) ?? "", url, snippet: textOf(member(result, snippet)) ?? "" }];
  });
  return { results: results.slice(0, count) };
};
