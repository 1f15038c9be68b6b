import {
  ALLOW,
  ARCHITECTURE,
  ENOSYS,
  EPERM,
  failWith,
  finish,
  type Instruction,
  ifAnyBit,
  ifAtLeast,
  ifEqual,
  KILL_PROCESS,
  load,
  lowHalfOfArgument,
  NUMBER,
  toBytes,
  unlessEqual,
} from "./assemble.ts";
import { type Architecture, JUDGED_CALLS, numberOf, REFUSED_CALLS } from "./syscalls.ts";

/**
 * The system-call filter of a sandbox: a second wall behind the namespaces, and the only one for what namespaces do not
 * cover (AF_VSOCK reaches the hypervisor from any network namespace; keyrings and io_uring belong to none).
 *
 * It allows by default. A list of allowed calls would be tighter, but every new libc breaks it, and a filter that
 * people switch off protects nobody.
 */
export interface FilterOptions {
  readonly architecture: Architecture;
  /** `none`: no sockets at all. `proxy`: TCP and UDP of IP, which inside the sandbox reach only its own loopback. */
  readonly network: "none" | "proxy";
  /** Whether the tool may start further processes. Threads are always allowed. */
  readonly processes: "allow" | "deny";
  /** `listed`: no file that lies nowhere, because it could be started from there. Left out: `any`. */
  readonly programs?: "listed" | "any";
}

const AUDIT_ARCHITECTURE: Record<Architecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** On x64 a second table of calls (x32) begins here; the numbers below would all miss it. */
const X32_CALLS = 0x40000000;

const ANY_NEW_NAMESPACE = 0x7e020000;
const CLONE_THREAD = 0x00010000;
const PERSONALITIES = [0, 0xffffffff];
/** Typing into the terminal that started us: TIOCSTI, TIOCLINUX. */
const TERMINAL_INJECTION = [0x5412, 0x541c];
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;

const built = new Map<string, Uint8Array>();

/** The same bytes for the same options: there are few, and every launch asks for one. */
export function buildFilter(options: FilterOptions): Uint8Array {
  const { architecture, network, processes, programs = "any" } = options;
  const key = `${architecture} ${network} ${processes} ${programs}`;
  const filter = built.get(key) ?? toBytes(filterInstructions(options));
  built.set(key, filter);
  return filter;
}

export function filterInstructions({ architecture, network, processes, programs }: FilterOptions): Instruction[] {
  const refuse = finish(failWith(EPERM));
  const allow = finish(ALLOW);
  const when = (call: keyof typeof JUDGED_CALLS, block: readonly Instruction[]): Judgement[] =>
    judgementOf(JUDGED_CALLS[call], architecture, block);
  const onlyIf = (argument: number, values: readonly number[]): Instruction[] => [
    ...load(lowHalfOfArgument(argument)),
    ...values.flatMap((value) => ifEqual(value, allow)),
    ...refuse,
  ];

  const judgements: Judgement[] = [
    ...Object.values(REFUSED_CALLS).flatMap((numbers) => judgementOf(numbers, architecture, refuse)),
    // Its flags live in memory, where no filter can look; libc falls back to clone.
    ...when("clone3", finish(failWith(ENOSYS))),
    ...when("clone", [
      ...load(lowHalfOfArgument(0)),
      ...ifAnyBit(ANY_NEW_NAMESPACE, refuse),
      ...(processes === "deny" ? [...ifAnyBit(CLONE_THREAD, allow), ...refuse] : allow),
    ]),
    ...(processes === "deny" ? [...when("fork", refuse), ...when("vfork", refuse)] : []),
    ...(programs === "listed" ? when("memfd_create", refuse) : []),
    ...when("personality", onlyIf(0, PERSONALITIES)),
    ...when("ioctl", [
      ...load(lowHalfOfArgument(1)),
      ...TERMINAL_INJECTION.flatMap((request) => ifEqual(request, refuse)),
      ...allow,
    ]),
    ...when("socket", network === "none" ? refuse : onlyIf(0, [AF_INET, AF_INET6])),
    // Pairs are how Node and others talk to their own children; they lead nowhere else.
    ...when("socketpair", onlyIf(0, [AF_UNIX])),
  ];
  return [
    ...load(ARCHITECTURE),
    // A 32-bit call on a 64-bit kernel has other numbers: nothing below would recognise it.
    ...unlessEqual(AUDIT_ARCHITECTURE[architecture], finish(KILL_PROCESS)),
    ...load(NUMBER),
    ...ifAtLeast(X32_CALLS, finish(KILL_PROCESS)),
    ...judge(judgements, allow),
  ];
}

interface Judgement {
  readonly number: number;
  readonly block: readonly Instruction[];
}

function judgementOf(
  numbers: Parameters<typeof numberOf>[0],
  architecture: Architecture,
  block: readonly Instruction[],
): Judgement[] {
  const number = numberOf(numbers, architecture);
  return number === null ? [] : [{ number, block }];
}

/** Fewer than this are looked at one after the other. */
const FEW = 4;

/**
 * By halves: when a filter is set, the kernel runs it once for every number that there is, so that a list of a hundred took each
 * process of a sandbox 0.1 ms longer to begin.
 */
function judge(judgements: readonly Judgement[], otherwise: readonly Instruction[]): Instruction[] {
  const sorted = judgements.toSorted((one, other) => one.number - other.number);
  const middle = sorted[sorted.length >> 1];
  if (sorted.length < FEW || !middle)
    return [...sorted.flatMap(({ number, block }) => ifEqual(number, block)), ...otherwise];
  const [below, from] = [sorted.slice(0, sorted.length >> 1), sorted.slice(sorted.length >> 1)];
  return [...ifAtLeast(middle.number, judge(from, otherwise)), ...judge(below, otherwise)];
}
