import { answered, group, type Probe, program, succeeded, text } from "../probe.ts";
import { type CallName, callNumber } from "../program/call-numbers.ts";
import type { Argument } from "../program/call-program.ts";
import type { Host } from "./host.ts";

const NAMESPACES = {
  user: 0x10000000,
  mount: 0x00020000,
  process: 0x20000000,
  network: 0x40000000,
  IPC: 0x08000000,
  name: 0x04000000,
  "control group": 0x02000000,
} as const;
const TIME_NAMESPACE = 0x80;
const SIGCHLD = 17;
const HERE = -100;
const [BIND, REMOUNT] = [4096, 32];

/** Making, entering and leaving namespaces, and every way to change what is mounted, old and new. */
export function namespaceProbes({ architecture }: Host): Probe[] {
  const one = (call: CallName, ...list: Argument[]) =>
    program(architecture, [{ number: callNumber(call, architecture), arguments: list }]);
  const structure = Buffer.alloc(88);
  structure.writeBigUInt64LE(BigInt(NAMESPACES.user), 0);
  structure.writeBigUInt64LE(BigInt(SIGCHLD), 32);
  const setAttributes = Buffer.alloc(32);

  return group("namespaces and mounts", [
    ...Object.entries(NAMESPACES).map(([name, flag]) => ({
      name: `make a ${name} namespace`,
      attempt: one("unshare", flag),
      reached: succeeded,
    })),
    { name: "make a time namespace", attempt: one("unshare", TIME_NAMESPACE), reached: succeeded },
    {
      name: "start a process in a new user namespace",
      attempt: one("clone", NAMESPACES.user | SIGCHLD, 0, 0, 0, 0),
      reached: succeeded,
    },
    {
      name: "start a process in a new user namespace, with flags where no filter can look",
      attempt: one("clone3", structure, 88),
      reached: succeeded,
    },
    {
      name: "enter a namespace by its file",
      attempt: program(architecture, [
        { number: callNumber("openat", architecture), arguments: [HERE, text("/proc/self/ns/uts"), 0, 0] },
        { number: callNumber("setns", architecture), arguments: [{ resultOf: 0 }, 0] },
      ]),
      reached: answered,
    },
    {
      name: "enter the namespaces of the first process",
      attempt: program(architecture, [
        { number: callNumber("pidfd_open", architecture), arguments: [1, 0] },
        { number: callNumber("setns", architecture), arguments: [{ resultOf: 0 }, NAMESPACES.name] },
      ]),
      reached: answered,
    },
    {
      name: "mount memory over the temporary directory",
      attempt: one("mount", text("none"), text("/airlock-no-such-place"), text("tmpfs"), 0, 0),
      reached: answered,
    },
    {
      name: "mount a second view of the processes",
      attempt: one("mount", text("proc"), text("/airlock-no-such-place"), text("proc"), 0, 0),
      reached: answered,
    },
    {
      name: "bind the root elsewhere",
      attempt: one("mount", text("/"), text("/airlock-no-such-place"), 0, BIND, 0),
      reached: answered,
    },
    {
      name: "make the system writable again",
      attempt: one("mount", 0, text("/airlock-no-such-place"), 0, BIND | REMOUNT, 0),
      reached: answered,
    },
    { name: "unmount", attempt: one("umount2", text("/airlock-no-such-place"), 2), reached: answered },
    {
      name: "change the root of the namespace",
      attempt: one("pivot_root", text("/airlock-no-such-place"), text("/airlock-no-such-place")),
      reached: answered,
    },
    { name: "change our own root", attempt: one("chroot", text("/")), reached: succeeded },
    {
      name: "break out of a changed root",
      attempt: program(architecture, [
        { number: callNumber("openat", architecture), arguments: [HERE, text("/"), 0o200000, 0] },
        { number: callNumber("chroot", architecture), arguments: [text("/usr")] },
      ]),
      reached: succeeded,
    },
    { name: "take a copy of a mount", attempt: one("open_tree", HERE, text("/"), 1), reached: answered },
    {
      name: "move a mount",
      attempt: one("move_mount", -1, text("x"), HERE, text("/airlock-no-such-place"), 0),
      reached: answered,
    },
    { name: "open a kind of filesystem", attempt: one("fsopen", text("tmpfs"), 0), reached: answered },
    { name: "configure a filesystem", attempt: one("fsconfig", -1, 6, 0, 0, 0), reached: answered },
    { name: "mount a configured filesystem", attempt: one("fsmount", -1, 0, 0), reached: answered },
    { name: "pick a mounted filesystem", attempt: one("fspick", HERE, text("/"), 0), reached: answered },
    {
      name: "change the flags of a mount",
      attempt: one("mount_setattr", HERE, text("/airlock-no-such-place"), 0, setAttributes, 32),
      reached: answered,
    },
    {
      name: "ask about a mount",
      attempt: one("statmount", Buffer.alloc(24), Buffer.alloc(512), 512, 0),
      reached: answered,
    },
    { name: "list mounts", attempt: one("listmount", Buffer.alloc(24), Buffer.alloc(512), 16, 0), reached: answered },
    {
      name: "name a file by its handle",
      attempt: one("name_to_handle_at", HERE, text("/"), Buffer.alloc(136), Buffer.alloc(8), 0),
      reached: answered,
    },
    {
      name: "open a file by its handle, past every directory",
      attempt: one("open_by_handle_at", HERE, Buffer.from([8, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]), 0),
      reached: answered,
    },
  ]);
}
