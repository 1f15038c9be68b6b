import type { Use } from "./use.ts";

/**
 * What Node's own modules and globals can do, by name. Whatever is not listed is refused: a name that we do not know is a
 * capability that nobody declared. Only names are known here; what an opened file, socket or child does afterwards follows
 * from how it was made.
 */
export type Reach = readonly Use["kind"][];

const words = (text: string): string[] => text.trim().split(/\s+/);
const withSync = (names: string[]): string[] => names.flatMap((name) => [name, `${name}Sync`]);

const PURE_MODULES = new Set(
  words(`assert assert/strict buffer console constants diagnostics_channel events path path/posix path/win32 perf_hooks
    punycode querystring readline readline/promises stream stream/consumers stream/promises stream/web string_decoder timers
    timers/promises url util util/types zlib`),
);
/** Harmless but for these, so what is taken from them has to be plain: a native library, the priority of others. */
const PURE_BUT: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["crypto", new Set(["setEngine"])],
  ["os", new Set(["setPriority"])],
]);
/** Harmless in these only: hooks are given Node's own handles, and a terminal is a socket. */
const PURE_ONLY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["async_hooks", new Set(["AsyncLocalStorage", "AsyncResource"])],
  ["tty", new Set(["isatty"])],
]);

const NET_MODULES = new Set(words("dgram dns dns/promises http http2 https net tls"));
const NET_PURE = new Set(
  words(
    "STATUS_CODES METHODS maxHeaderSize validateHeaderName validateHeaderValue isIP isIPv4 isIPv6 BlockList constants",
  ),
);

const FS_LOOK = new Set([...withSync(words("access exists lstat realpath stat statfs"))]);
const FS_READ = new Set([
  ...withSync(words("glob opendir readdir readlink")),
  ...words("openAsBlob unwatchFile watch watchFile"),
]);
const FS_WRITE = new Set([
  ...withSync(
    words(`appendFile chmod chown fchmod fchown futimes lchmod lchown link lutimes mkdir mkdtemp mkdtempDisposable rename rm
      rmdir symlink truncate unlink utimes writeFile`),
  ),
  "createWriteStream",
]);
/** On what is open already; how it was opened says what for. */
const FS_PURE = new Set([
  ...withSync(words("close fdatasync fstat fsync ftruncate read readv write writev")),
  ...words("constants Dir Dirent Stats F_OK R_OK W_OK X_OK"),
]);
/** What their second argument asks for. */
export const FS_OPEN: ReadonlySet<string> = new Set(withSync(["open"]));

/** They read, unless the flag among their options says otherwise. */
export const FS_FLAGGED: ReadonlySet<string> = new Set([...withSync(["readFile"]), "createReadStream"]);

export const BOTH: Reach = ["fs.read", "fs.write"];

/** Stands for everything in a module. */
const WHOLE = "*";

/** What a module's member reaches; `undefined` when the module or the member is not known, and so refused. */
export function reachOf(module: string, member: string): Reach | undefined {
  if (PURE_MODULES.has(module)) return [];
  if (PURE_BUT.has(module)) return member === WHOLE || PURE_BUT.get(module)?.has(member) ? undefined : [];
  if (PURE_ONLY.has(module)) return PURE_ONLY.get(module)?.has(member) ? [] : undefined;
  if (NET_MODULES.has(module)) return NET_PURE.has(member) ? [] : ["net"];
  if (module === "child_process" || module === "cluster") return ["exec"];
  if (module === "sqlite") return BOTH;
  if (module !== "fs" && module !== "fs/promises") return undefined;
  if (FS_LOOK.has(member)) return ["fs.look"];
  if (FS_READ.has(member)) return ["fs.read"];
  if (FS_WRITE.has(member)) return ["fs.write"];
  if (FS_PURE.has(member)) return [];
  // A copy, an open of unknown purpose, or something that a later Node added: the widest that files allow.
  return BOTH;
}

/** All that a module can do, for when it is handed on as a whole; `undefined` where that cannot be declared. */
export function wholeReachOf(module: string): Reach | undefined {
  return reachOf(module, WHOLE);
}

/** Whether anything of it can be used. */
export function isKnownModule(module: string): boolean {
  return PURE_BUT.has(module) || PURE_ONLY.has(module) || wholeReachOf(module) !== undefined;
}

export const NET_GLOBALS: ReadonlySet<string> = new Set(words("fetch EventSource WebSocket"));

export const PURE_GLOBALS: ReadonlySet<string> = new Set(
  words(`AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array
    BigUint64Array Blob Boolean BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto
    CryptoKey CustomEvent DOMException DataView Date DecompressionStream DisposableStack Error EvalError Event EventTarget File
    FinalizationRegistry Float16Array Float32Array Float64Array FormData Headers Infinity Int16Array Int32Array Int8Array Intl
    Iterator JSON Map Math MessageChannel MessageEvent MessagePort NaN Number Object Promise Proxy RangeError ReadableStream
    ReferenceError Reflect RegExp Request Response Set SharedArrayBuffer String SubtleCrypto SuppressedError Symbol SyntaxError
    TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream TypeError URIError URL URLPattern
    URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WritableStream
    arguments atob btoa clearImmediate clearInterval clearTimeout console crypto decodeURI decodeURIComponent encodeURI
    encodeURIComponent escape isFinite isNaN parseFloat parseInt performance queueMicrotask setImmediate setInterval setTimeout
    structuredClone undefined unescape`),
);

/** Ways to code that is not in the bundle, or to the global object as a value. */
export const OPAQUE_GLOBALS: Readonly<Record<string, string>> = {
  eval: "it runs text as code",
  Function: "it runs text as code",
  require: "a bundle is an ES module; write an import",
  global: "what is looked up on it cannot be seen; name the member",
  globalThis: "what is looked up on it cannot be seen; name the member",
};

export const PURE_PROCESS: ReadonlySet<string> = new Set(
  words(`arch argv argv0 cpuUsage cwd emitWarning execArgv execPath exit exitCode features getegid geteuid getgid getuid
    hrtime memoryUsage nextTick pid platform ppid release resourceUsage title uptime version versions`),
);
export const WRITABLE_PROCESS: ReadonlySet<string> = new Set(["exitCode", "title"]);
export const LISTENING: ReadonlySet<string> = new Set(words("on once off removeListener"));
export const STANDARD_STREAMS: ReadonlySet<string> = new Set(words("stdin stdout stderr"));
export const STREAM_MEMBERS: ReadonlySet<string> = new Set(
  words("columns end fd isTTY readable rows setEncoding writable write"),
);

/** Of `import.meta`. */
export const META_MEMBERS: ReadonlySet<string> = new Set(words("dirname filename url"));

const TO_NODE = "it leads into Node itself, past every declaration";
const TO_MAKER = "it leads to what made the object, and from there to everything";

/** Names of members that lead out of what a policy can declare, on whatever object they are looked up. */
export const REFUSED_NAMES: ReadonlyMap<string, string> = new Map([
  ["constructor", "a function's constructor runs text as code"],
  ...words("__proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__").map(
    (name): [string, string] => [name, TO_MAKER],
  ),
  ...words(
    `_handle _linkedBinding _stderr _stdout createRequire dlopen getBuiltinModule mainModule prepareStackTrace`,
  ).map((name): [string, string] => [name, TO_NODE]),
  ...words("enableLoadExtension loadExtension setEngine").map((name): [string, string] => [
    name,
    "it loads native code",
  ]),
]);
