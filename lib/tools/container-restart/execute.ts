import type { Execute } from "#lib/registry/tool.ts";
import type { ContainerSettings } from "../deploy/settings.ts";
import { failure } from "../failures/failure.ts";
import { askService, askServiceOrFail } from "../http-service/ask-service.ts";
import { member, textOf } from "../http-service/members.ts";
import type { input, output } from "./contract.ts";

export const execute: Execute<typeof input, typeof output, ContainerSettings> = async (call, { settings }) => {
  const { host } = settings;
  const place = `/containers/${encodeURIComponent(call.container)}`;
  const found = await askService({ host, path: `${place}/json` });
  const id = textOf(member(found.body, "Id")) ?? "";
  const isIt =
    member(found.body, "Name") === `/${call.container}` ||
    (call.container.length >= 12 && id.startsWith(call.container));
  // The beginning of an id is enough for the engine, and would restart whatever it happens to fit.
  if (found.status !== 200 || !isIt) throw failure("no_container", `There is no container ${call.container}.`);
  await askServiceOrFail({ host, path: `${place}/restart?t=${call.graceSeconds ?? 10}`, method: "POST" });
  const after = member(await askServiceOrFail({ host, path: `${place}/json` }), "State");
  return {
    container: call.container,
    state: textOf(member(after, "Status")) ?? "unknown",
    startedAt: textOf(member(after, "StartedAt")) ?? "",
  };
};
