import type { Execute } from "#lib/registry/tool.ts";
import type { ContainerSettings } from "../deploy/settings.ts";
import { failure } from "../failures/failure.ts";
import { askService, askServiceOrFail } from "../http-service/ask-service.ts";
import { member, textOf } from "../http-service/members.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output, ContainerSettings> = async (call, { settings }) => {
  const { host } = settings;
  const found = await askService({ host, path: `/containers/${encodeURIComponent(call.container)}/json` });
  const id = textOf(member(found.body, "Id")) ?? "";
  const isIt =
    member(found.body, "Name") === `/${call.container}` ||
    (call.container.length >= 12 && id.startsWith(call.container));
  // The beginning of an id is enough for the engine, and would restart whatever it happens to fit.
  if (found.status !== 200 || id === "" || !isIt)
    throw failure("no_container", `There is no container ${call.container}.`);
  // By its id from here on: a name can be given to another container between two requests.
  const itself = `/containers/${encodeURIComponent(id)}`;
  await askServiceOrFail({ host, path: `${itself}/restart?t=${call.graceSeconds ?? 10}`, method: "POST" });
  const after = member(await askServiceOrFail({ host, path: `${itself}/json` }), "State");
  return {
    container: call.container,
    state: textOf(member(after, "Status")) ?? "unknown",
    startedAt: textOf(member(after, "StartedAt")) ?? "",
  };
};
