import { group, type Probe, program, succeeded, text } from "../probe.ts";
import { callNumber } from "../program/call-numbers.ts";
import type { Host } from "./host.ts";

/** Never a watchdog: one that was opened and closed restarts the machine. */
const DEVICES = [
  "/dev/kmsg",
  "/dev/mem",
  "/dev/port",
  "/dev/vda",
  "/dev/sda",
  "/dev/nvme0n1",
  "/dev/loop0",
  "/dev/loop-control",
  "/dev/fuse",
  "/dev/kvm",
  "/dev/vsock",
  "/dev/vhost-vsock",
  "/dev/net/tun",
  "/dev/userfaultfd",
  "/dev/console",
  "/dev/tty1",
  "/dev/vcs",
  "/dev/hwrng",
  "/dev/cpu_dma_latency",
  "/dev/vga_arbiter",
  "/dev/btrfs-control",
  "/dev/autofs",
  "/dev/zram0",
  "/dev/cpu/0/msr",
  "/dev/dri/card0",
  "/dev/snapshot",
];

const [CHARACTER, BLOCK] = [0o020600, 0o060600];
/** 1:1 is the machine's memory, 7:0 the first loop device, 1:11 the kernel's log. */
const MADE = [
  ["the machine's memory", CHARACTER, 0x101],
  ["the kernel's log", CHARACTER, 0x10b],
  ["a disk", BLOCK, 0x700],
] as const;

export function deviceProbes({ architecture, mark }: Host): Probe[] {
  return group("devices", [
    ...DEVICES.map((path) => ({
      name: `open ${path}`,
      attempt: { kind: "open", path, for: "reading" } as const,
    })),
    ...MADE.flatMap(([name, mode, device], index) =>
      ["/tmp", "{workspace}"].map((place) => ({
        name: `make a device for ${name} in ${place === "/tmp" ? place : "the workspace"}`,
        attempt:
          place === "/tmp"
            ? program(architecture, [
                {
                  number: callNumber("mknodat", architecture),
                  arguments: [-100, text(`/tmp/airlock-device-${mark}-${index}`), mode, device],
                },
              ])
            : ({
                kind: "shell",
                script: `mknod {workspace}/device-${index} ${mode === BLOCK ? "b 7 0" : `c 1 ${device & 0xff}`} && echo made; rm -f {workspace}/device-${index}`,
                mark: "made",
              } as const),
        ...(place === "/tmp" ? { reached: succeeded } : {}),
      })),
    ),
  ]);
}
