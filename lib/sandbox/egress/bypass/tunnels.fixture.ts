import { clientHello, nameList, record, u16 } from "../client-hello.fixture.ts";
import { retryRequest } from "../server-hello.fixture.ts";
import { type Attempt, PUBLIC } from "./trial.fixture.ts";
import { ANYWHERE, EVIL, open, SOCKS_HELLO, socksName, TLS_TUNNEL } from "./words.fixture.ts";

/** Tunnels to a listed host that are meant for another, and what else SOCKS could do. */
const good = clientHello({ names: ["good.test"] });
const evil = clientHello({ names: ["evil.test"] });
const early = clientHello({ names: ["good.test"], last: [[42, Buffer.alloc(0)]] });
const sealed = record(0x17, Buffer.alloc(64));
const empty = (type: number): Buffer => record(type, Buffer.alloc(0));
const mismatch = { forbidden: EVIL, ends: "server_name_mismatch" };
export const TLS: Record<string, Attempt> = {
  "a hello for another server": { ...mismatch, send: [TLS_TUNNEL, clientHello({ names: ["evil.test"] })] },
  "a hello without a name": { ...mismatch, send: [TLS_TUNNEL, clientHello({ last: [[16, Buffer.from("evil")]] })] },
  "a name cut over several records": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ names: ["evil.test"], recordBytes: 50 })],
  },
  "to an address, a name cut over several records": {
    ...mismatch,
    hosts: [`${PUBLIC}:443`],
    send: [open(`${PUBLIC}:443`), clientHello({ names: ["evil.test"], recordBytes: 50 })],
  },
  "to an address, a hello for a server behind it": {
    ...mismatch,
    hosts: [`${PUBLIC}:443`],
    send: [open(`${PUBLIC}:443`), clientHello({ names: ["evil.test"] })],
  },
  "a second name behind the first": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ names: ["good.test", "evil.test"] })],
  },
  "two names in one list": { ...mismatch, send: [TLS_TUNNEL, clientHello({ first: [[0, twoNames()]] })] },
  "a true name in an encrypted part": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ names: ["good.test"], last: [[0xfe0d, Buffer.from("evil")]] })],
  },
  "the allowed name where the protocol belongs": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ first: [[16, nameList("good.test")]], names: ["evil.test"] })],
  },
  "a second hello for another server": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ names: ["good.test"] }), clientHello({ names: ["evil.test"] })],
  },
  "a second hello behind a change of cipher": {
    ...mismatch,
    send: [
      TLS_TUNNEL,
      clientHello({ names: ["good.test"] }),
      Buffer.concat([record(0x14, Buffer.from([1])), clientHello({ names: ["evil.test"] })]),
    ],
  },
  "a hello after a protocol's own beginning": {
    ...mismatch,
    hosts: ["good.test:5432"],
    send: [
      open("good.test:5432"),
      Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]),
      ...pause(),
      clientHello({ names: ["evil.test"] }),
    ],
  },
  "a hello in the form of SSL 2": {
    ...mismatch,
    send: [TLS_TUNNEL, Buffer.concat([Buffer.from([0x80, 0x2e, 1, 3, 1]), Buffer.from("evil".padEnd(43))])],
  },
  "a hello in the form of SSL 2, in pieces": {
    ...mismatch,
    send: [TLS_TUNNEL, Buffer.from([0x80]), Buffer.from([0x2e, 1, 3, 1]), Buffer.from("evil".padEnd(43))],
  },
  "a hello behind a record without content": { ...mismatch, send: [TLS_TUNNEL, Buffer.concat([empty(0x16), evil])] },
  "a hello behind a change of cipher without content": {
    ...mismatch,
    send: [TLS_TUNNEL, Buffer.concat([empty(0x14), evil])],
  },
  "a hello after a record without content": { ...mismatch, send: [TLS_TUNNEL, empty(0x16), evil] },
  "a hello behind a warning": {
    ...mismatch,
    send: [TLS_TUNNEL, Buffer.concat([record(0x15, Buffer.from([1, 90])), evil])],
  },
  "a hello behind a warning of an odd version": {
    ...mismatch,
    send: [TLS_TUNNEL, Buffer.concat([Buffer.from([0x15, 5, 1, 0, 2, 1, 90]), evil])],
  },
  "a hello of an odd version": {
    ...mismatch,
    send: [TLS_TUNNEL, Buffer.concat([Buffer.from([0x16, 0, 0]), evil.subarray(3)])],
  },
  "a hello behind another message": {
    ...mismatch,
    send: [TLS_TUNNEL, record(0x16, Buffer.concat([Buffer.alloc(4), evil.subarray(5)]))],
  },
  "two hellos in one record": {
    ...mismatch,
    send: [TLS_TUNNEL, record(0x16, Buffer.concat([good.subarray(5), evil.subarray(5)]))],
  },
  "bytes behind a hello in its record": {
    ...mismatch,
    send: [TLS_TUNNEL, record(0x16, Buffer.concat([good.subarray(5), Buffer.from("evil")]))],
  },
  "a hello in more records than any client makes": {
    ...mismatch,
    send: [
      TLS_TUNNEL,
      clientHello({ names: ["good.test"], last: [[16, Buffer.from("evil".repeat(20))]], recordBytes: 7 }),
    ],
  },
  "a hello behind what a load balancer would say": {
    send: [TLS_TUNNEL, Buffer.concat([Buffer.from("PROXY TCP4 192.0.2.1 192.0.2.2 1 443\r\n"), evil])],
    forbidden: EVIL,
    ends: "protocol_refused",
  },
  "a list of no names": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ first: [[0, u16(0)]], last: [[16, Buffer.from("evil")]] })],
  },
  "a second hello that the server asked for, behind bytes that look sealed": {
    ...mismatch,
    says: retryRequest(),
    send: [TLS_TUNNEL, early, ...pause(), Buffer.concat([sealed, evil])],
  },
  "a second hello that the server asked for, after bytes that look sealed": {
    ...mismatch,
    says: retryRequest(),
    send: [TLS_TUNNEL, Buffer.concat([early, sealed]), ...pause(), sealed, evil],
  },
  "a second hello behind bytes that look sealed and were not announced": {
    ...mismatch,
    send: [TLS_TUNNEL, good, Buffer.concat([sealed, evil])],
  },
  "a second hello behind a handshake that seems to go on": {
    ...mismatch,
    send: [TLS_TUNNEL, good, Buffer.concat([record(0x16, Buffer.from([16, 0, 0, 1, 0])), evil])],
  },
  "a hello behind a record without content, after a protocol's own beginning": {
    ...mismatch,
    hosts: ["good.test:5432"],
    send: [
      open("good.test:5432"),
      Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]),
      ...pause(),
      Buffer.concat([empty(0x14), evil]),
    ],
  },
  "a name that goes on after a NUL": {
    ...mismatch,
    send: [TLS_TUNNEL, clientHello({ names: ["good.test\0.evil.test"] })],
  },
  "a hello over SOCKS": {
    ...mismatch,
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("good.test", 443), clientHello({ names: ["evil.test"] })],
  },
  "a hello over a connection that knows no proxy": {
    ...mismatch,
    way: { kind: "redirect", authority: "good.test:443" },
    send: [clientHello({ names: ["evil.test"] })],
  },
};

export const SOCKS: Record<string, Attempt> = {
  "a name that is an address": {
    ...ANYWHERE,
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("0x7f.1", 80), "x\n"],
    forbidden: /dial 127\.0\.0\.1/,
    ends: "private_address",
  },
  "an address": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, 0, 80]), "x\n"],
    forbidden: /dial 127/,
    ends: "not_listed",
  },
  "an address in IPv6": {
    ...ANYWHERE,
    way: { kind: "socks" },
    send: [
      SOCKS_HELLO,
      Buffer.concat([Buffer.from([5, 1, 0, 4]), Buffer.alloc(10), Buffer.from([255, 255, 10, 0, 0, 1, 0, 80])]),
      "x\n",
    ],
    forbidden: /dial ::ffff/,
    ends: "private_address",
  },
  "waiting for a connection": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("good.test", 80, 2), "x\n"],
    forbidden: /dial/,
    ends: "protocol_refused",
  },
  datagrams: {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("good.test", 80, 3), "x\n"],
    forbidden: /dial/,
    ends: "protocol_refused",
  },
  "version 4": {
    way: { kind: "socks" },
    send: [Buffer.from([4, 1, 0, 80, 127, 0, 0, 1, 0]), "x\n"],
    forbidden: /dial 127/,
    ends: "bad_request",
  },
  "a password": {
    way: { kind: "socks" },
    send: [Buffer.from([5, 1, 2]), socksName("good.test", 80), "x\n"],
    forbidden: /dial/,
    ends: "bad_request",
  },
  "an unlisted name": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("evil.test", 80), "x\n"],
    forbidden: EVIL,
    ends: "not_listed",
  },
  "a plain request for another host": {
    way: { kind: "socks" },
    send: [SOCKS_HELLO, socksName("good.test", 80), "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
};

function twoNames(): Buffer {
  const list = Buffer.concat(["good.test", "evil.test"].map((name) => nameList(name).subarray(2)));
  return Buffer.concat([u16(list.length), list]);
}

/** Nothing, for as long as a server takes to answer. */
function pause(): Buffer[] {
  return Array.from({ length: 40 }, () => Buffer.alloc(0));
}
