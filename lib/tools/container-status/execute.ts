import type { Execute } from "#lib/registry/tool.ts";
import type { ContainerSettings } from "../deploy/settings.ts";
import { askServiceOrFail } from "../http-service/ask-service.ts";
import { listOf, member, textOf } from "../http-service/members.ts";
import type { input, output } from "./contract.ts";

const MOST = 200;

export const execute: Execute<typeof input, typeof output, ContainerSettings> = async (call, { settings }) => {
  const asked = new URLSearchParams({ all: "true", limit: String(MOST) });
  const listed = listOf(await askServiceOrFail({ host: settings.host, path: `/containers/json?${asked}` }));
  const containers = listed.map((one) => ({
    id: (textOf(member(one, "Id")) ?? "").slice(0, 64),
    names: listOf(member(one, "Names")).map((name) => String(name).replace(/^\//, "")),
    image: textOf(member(one, "Image")) ?? "",
    state: textOf(member(one, "State")) ?? "",
    status: textOf(member(one, "Status")) ?? "",
  }));
  const { container } = call;
  return {
    containers:
      container === undefined
        ? containers
        : containers.filter(
            ({ id, names }) => names.includes(container) || (container.length >= 12 && id.startsWith(container)),
          ),
  };
};
