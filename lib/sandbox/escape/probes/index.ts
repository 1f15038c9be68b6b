import type { Probe } from "../probe.ts";
import { deviceProbes } from "./devices.ts";
import { doorProbes } from "./doors.ts";
import { fileProbes } from "./files.ts";
import type { Host } from "./host.ts";
import { inheritanceProbes } from "./inheritance.ts";
import { kernelSettingProbes } from "./kernel-settings.ts";
import { machineStateProbes } from "./machine-state.ts";
import { namespaceProbes } from "./namespaces.ts";
import { privilegeProbes } from "./privileges.ts";
import { processProbes } from "./processes.ts";
import { systemCallProbes } from "./system-calls.ts";

export function allProbes(host: Host): Probe[] {
  return [
    fileProbes,
    kernelSettingProbes,
    deviceProbes,
    namespaceProbes,
    privilegeProbes,
    systemCallProbes,
    processProbes,
    inheritanceProbes,
    doorProbes,
    machineStateProbes,
  ].flatMap((probes) => probes(host));
}
