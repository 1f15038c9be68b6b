import { type Attempt, PUBLIC } from "./trial.fixture.ts";
import { ANYWHERE, EVIL, get, open, TUNNEL } from "./words.fixture.ts";

/** Ways to write an address so that it looks like another, and names that lead to one. */
export const ADDRESSES: Record<string, Attempt> = {
  "an address in one decimal number": {
    ...ANYWHERE,
    send: [open("2130706433:80")],
    forbidden: /dial 127\.0\.0\.1/,
    ends: "private_address",
  },
  "in octal": { ...ANYWHERE, send: [open("0177.0.0.01:80")], forbidden: /dial 127\.0\.0\.1/, ends: "private_address" },
  "in hexadecimal": {
    ...ANYWHERE,
    send: [open("0x7f000001:80")],
    forbidden: /dial 127\.0\.0\.1/,
    ends: "private_address",
  },
  "with parts left out": {
    ...ANYWHERE,
    send: [open("127.1:80")],
    forbidden: /dial 127\.0\.0\.1/,
    ends: "private_address",
  },
  "with parts in different bases": {
    ...ANYWHERE,
    send: [open("0xa9.0376.43518:80")],
    forbidden: /dial 169\.254\.169\.254/,
    ends: "private_address",
  },
  "as IPv4 in IPv6": {
    ...ANYWHERE,
    send: [open("[::ffff:127.0.0.1]:80")],
    forbidden: /dial ::ffff:7f00:1/,
    ends: "private_address",
  },
  "as IPv4 in IPv6, in groups": {
    ...ANYWHERE,
    send: [open("[0:0:0:0:0:ffff:a9fe:a9fe]:80")],
    forbidden: /dial ::ffff:a9fe:a9fe/,
    ends: "private_address",
  },
  "as the old compatible form": {
    ...ANYWHERE,
    send: [open("[::7f00:1]:80")],
    forbidden: /dial ::7f00:1/,
    ends: "private_address",
  },
  "through a NAT64 prefix": {
    ...ANYWHERE,
    send: [open("[64:ff9b::7f00:1]:80")],
    forbidden: /dial 64:ff9b/,
    ends: "private_address",
  },
  "through the local NAT64 prefix": {
    ...ANYWHERE,
    send: [open("[64:ff9b:1::a00:1]:80")],
    forbidden: /dial 64:ff9b:1/,
    ends: "private_address",
  },
  "through 6to4": {
    ...ANYWHERE,
    send: [open("[2002:7f00:1::]:80")],
    forbidden: /dial 2002:7f00/,
    ends: "private_address",
  },
  "through Teredo": {
    ...ANYWHERE,
    send: [open("[2001:0:7f00:1::]:80")],
    forbidden: /dial 2001:0:7f00/,
    ends: "private_address",
  },
  "our own loopback in IPv6": { ...ANYWHERE, send: [open("[::1]:80")], forbidden: /dial ::1/, ends: "private_address" },
  "the address that means all of ours": {
    ...ANYWHERE,
    send: [open("0.0.0.0:80")],
    forbidden: /dial 0\.0\.0\.0/,
    ends: "private_address",
  },
  "a unique local address": {
    ...ANYWHERE,
    send: [open("[fd12:3456::1]:80")],
    forbidden: /dial fd12/,
    ends: "private_address",
  },
  "an address with a zone": {
    ...ANYWHERE,
    send: [open("[fe80::1%25lo]:80")],
    forbidden: /dial .*fe80::1/,
    ends: "bad_host",
  },
  "the cloud's metadata, listed by the policy": {
    hosts: ["169.254.169.254:80"],
    send: [open("169.254.169.254:80")],
    forbidden: /dial 169\.254/,
    ends: "private_address",
  },
  "carriers' shared addresses": {
    ...ANYWHERE,
    send: [open("100.100.100.200:80")],
    forbidden: /dial 100\.100/,
    ends: "private_address",
  },
};

export const RESOLVING: Record<string, Attempt> = {
  "a listed name that leads to us": {
    answers: { "good.test": [["127.0.0.1"]] },
    send: [TUNNEL, "x\n"],
    forbidden: /dial 127/,
    ends: "private_address",
  },
  "one private answer among public ones": {
    answers: { "good.test": [[PUBLIC, "10.0.0.1"]] },
    send: [TUNNEL, "x\n"],
    forbidden: /dial 10\./,
    ends: "private_address",
  },
  "a name that changes its answer between the check and the dial": {
    answers: { "good.test": [[PUBLIC], ["127.0.0.1"]] },
    send: [get("http://good.test/")],
    forbidden: /dial 127/,
    ends: "clean",
  },
  "a name of the cloud's metadata": {
    answers: { "good.test": [["fd00:ec2::254"]] },
    send: [TUNNEL, "x\n"],
    forbidden: /dial fd00/,
    ends: "private_address",
  },
  "a name that leads to our own public address": {
    answers: { "good.test": [["198.41.0.4"]] },
    own: ["198.41.0.4"],
    send: [TUNNEL, "x\n"],
    forbidden: /dial 198\.41/,
    ends: "private_address",
  },
  "a name that leads to another name": {
    answers: { "good.test": [["evil.test"]] },
    send: [TUNNEL, "x\n"],
    forbidden: EVIL,
    ends: "private_address",
  },
  "an answer that is IPv4 inside IPv6": {
    answers: { "good.test": [["::ffff:10.0.0.1"]] },
    send: [TUNNEL, "x\n"],
    forbidden: /dial ::ffff/,
    ends: "private_address",
  },
};
