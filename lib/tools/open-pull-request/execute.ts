import type { Execute } from "#lib/registry/tool.ts";
import { failure } from "../failures/failure.ts";
import { askServiceOrFail } from "../http-service/ask-service.ts";
import { listOf, member, textOf } from "../http-service/members.ts";
import type { input, output } from "./contract.ts";
import { refuseOrders } from "./refuse-orders.ts";
import type { ForgeSettings } from "./settings.ts";

type Call = Parameters<typeof execute>[0];

interface Forge {
  /** Where the requests of a project are, open ones for these two branches only as far as the forge can filter. */
  readonly list: (call: Call) => string;
  readonly make: (call: Call) => string;
  readonly written: (call: Call) => Record<string, unknown>;
  readonly branches: (request: unknown) => readonly [from: unknown, into: unknown];
  /** Whether both branches are of this project: a stranger's copy may have a branch of the same name. */
  readonly isOwn: (request: unknown, project: string) => boolean;
  readonly number: string;
  readonly address: string;
}

const likeGithub = (prefix: string): Forge => ({
  list: ({ project, from, into }) =>
    `${prefix}/repos/${project}/pulls?${new URLSearchParams({ state: "open", base: into, head: `${project.split("/")[0]}:${from}`, per_page: "100", limit: "50" })}`,
  make: ({ project }) => `${prefix}/repos/${project}/pulls`,
  written: ({ from, into, title, body, draft }) => ({
    head: from,
    base: into,
    title,
    body: body ?? "",
    ...(draft ? { draft } : {}),
  }),
  branches: (request) => [member(member(request, "head"), "ref"), member(member(request, "base"), "ref")],
  isOwn: (request, project) => member(member(member(request, "head"), "repo"), "full_name") === project,
  number: "number",
  address: "html_url",
});

const FORGES: Readonly<Record<ForgeSettings["forge"], Forge>> = {
  github: likeGithub(""),
  gitea: likeGithub("/api/v1"),
  gitlab: {
    list: ({ project, from, into }) =>
      `/api/v4/projects/${encodeURIComponent(project)}/merge_requests?${new URLSearchParams({ state: "opened", source_branch: from, target_branch: into })}`,
    make: ({ project }) => `/api/v4/projects/${encodeURIComponent(project)}/merge_requests`,
    written: ({ from, into, title, body, draft }) => ({
      ...{ source_branch: from, target_branch: into, description: body ?? "" },
      title: draft ? `Draft: ${title}` : title,
    }),
    branches: (request) => [member(request, "source_branch"), member(request, "target_branch")],
    isOwn: (request) => member(request, "source_project_id") === member(request, "target_project_id"),
    number: "iid",
    address: "web_url",
  },
};

export const execute: Execute<typeof input, typeof output, ForgeSettings> = async (call, { settings }) => {
  const forge = FORGES[settings.forge];
  refuseOrders(call.title);
  refuseOrders(call.body ?? "");
  if (settings.forge !== "gitlab" && call.project.split("/").length !== 2) {
    throw failure("project_refused", "A project is owner and repository: acme/shop.");
  }
  const { host } = settings;
  const open = listOf(await askServiceOrFail({ host, path: forge.list(call) })).find((request) => {
    const [from, into] = forge.branches(request);
    return from === call.from && into === call.into && forge.isOwn(request, call.project);
  });
  const request =
    open ?? (await askServiceOrFail({ host, path: forge.make(call), method: "POST", body: forge.written(call) }));
  const [number, url] = [Number(textOf(member(request, forge.number))), textOf(member(request, forge.address))];
  if (!Number.isSafeInteger(number) || url === undefined) {
    throw failure("service_failed", `${host} did not say which request it is.`);
  }
  return { number, url, existed: open !== undefined };
};
