import { clientHello } from "../client-hello.fixture.ts";
import type { Attempt } from "./trial.fixture.ts";
import { EVIL, get, open, TLS_TUNNEL, TUNNEL } from "./words.fixture.ts";

/** Requests that say two things, and writes that look like reads. */
export const HTTP: Record<string, Attempt> = {
  "a Host that is not the address": {
    send: ["GET http://good.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
  "two Hosts": { send: [get("http://good.test/", "Host: evil.test\r\n")], forbidden: EVIL, ends: "host_mismatch" },
  "no address but a Host": { send: ["GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"], forbidden: EVIL, ends: "bad_host" },
  "a tunnel whose Host is another": {
    send: [open("good.test:80", "evil.test:80"), "GET / HTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: /GET/,
    ends: "host_mismatch",
  },
  "a request for another host inside a tunnel": {
    send: [TUNNEL, "GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
  "another address in the line of a request inside a tunnel": {
    send: [TUNNEL, "GET http://evil.test/ HTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
  "a second request in one tunnel, for another host": {
    send: [TUNNEL, "GET / HTTP/1.1\r\nHost: good.test\r\n\r\nGET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
  "a second request to the proxy, for another host": {
    send: [`${get("http://good.test/")}GET http://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n`],
    forbidden: EVIL,
    ends: "not_listed",
  },
  "a request behind empty lines inside a tunnel": {
    send: [TUNNEL, "\r\n\r\nGET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
  "a request inside a tunnel, byte by byte": {
    send: [TUNNEL, ..."GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "host_mismatch",
  },
  ...inTunnel({
    "a vertical tab between the words of a request": ["POST /x\vHTTP/1.1\r\n", "bad_request"],
    "form feeds between the words of a request": ["POST\f/x\fHTTP/1.1\r\n", "bad_request"],
    "half a line end between the words of a request": ["POST /x\rHTTP/1.1\r\n", "bad_request"],
    "what Python calls space between the words of a request": ["POST\x1f/x\xa0HTTP/1.1\r\n", "bad_request"],
    "a vertical tab before a request": ["\vPOST /x HTTP/1.1\r\n", "bad_request"],
    "a request without a version": ["POST /x\r\n", "host_mismatch"],
    "a request without a version, with a whole address": ["GET http://evil.test/\r\n", "host_mismatch"],
    "a request with another protocol's version": ["POST /x RTSP/1.0\r\n", "host_mismatch"],
  }),
  "a header folded over two lines": {
    send: [get("http://good.test/", "X-A: b\r\n Host: evil.test\r\n")],
    forbidden: EVIL,
    ends: "bad_request",
  },
  "a length and chunks at once": {
    send: [
      "POST http://good.test/ HTTP/1.1\r\nHost: good.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
    ],
    forbidden: EVIL,
    ends: "bad_request",
  },
  "chunks that only a lenient server sees": {
    send: [
      "POST http://good.test/ HTTP/1.1\r\nHost: good.test\r\nTransfer-Encoding : chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
    ],
    forbidden: EVIL,
    ends: "bad_request",
  },
  "two lengths": {
    send: [
      "POST http://good.test/ HTTP/1.1\r\nHost: good.test\r\nContent-Length: 0\r\nContent-Length: 24\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
    ],
    forbidden: EVIL,
    ends: "bad_request",
  },
  "a line end that is none": {
    send: ["GET http://good.test/ HTTP/1.1\nHost: good.test\nX: y\n\nGET /evil HTTP/1.1\r\n\r\n"],
    forbidden: EVIL,
    ends: "bad_request",
  },
  "a space before a header's colon": {
    send: ["GET http://good.test/ HTTP/1.1\r\nHost: good.test\r\nHost : evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "bad_request",
  },
  "a switch to WebSocket": {
    send: [get("http://good.test/", "Connection: Upgrade\r\nUpgrade: websocket\r\n")],
    forbidden: /websocket/i,
    ends: "protocol_refused",
  },
  "a switch to HTTP/2 inside a tunnel": {
    send: [
      TUNNEL,
      "GET / HTTP/1.1\r\nHost: good.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
    ],
    forbidden: /h2c/i,
    ends: "protocol_refused",
  },
  "HTTP/2 without asking": {
    send: [TUNNEL, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    forbidden: /PRI/,
    ends: "protocol_refused",
  },
  "a tunnel inside a tunnel": { send: [TUNNEL, open("evil.test:443")], forbidden: EVIL, ends: "protocol_refused" },
  "headers for the proxy that reach the server": {
    send: [get("http://good.test/", "Proxy-Authorization: evil\r\nProxy-Connection: evil\r\n")],
    forbidden: EVIL,
    ends: "clean",
  },
  "headers that Connection says end here": {
    send: [get("http://good.test/", "Connection: X-Evil\r\nX-Evil: 1\r\n")],
    forbidden: EVIL,
    ends: "clean",
  },
  "an expectation that holds a server's answer back": {
    send: [get("http://good.test/", "Expect: 100-continue\r\n")],
    forbidden: /expect/i,
    ends: "clean",
  },
  "another scheme": {
    send: ["GET ftp://evil.test/ HTTP/1.1\r\nHost: evil.test\r\n\r\n"],
    forbidden: EVIL,
    ends: "bad_host",
  },
  "a header longer than any": {
    send: [get("http://good.test/", `X-Evil: ${"x".repeat(20_000)}\r\n`)],
    forbidden: EVIL,
    ends: "bad_request",
  },
};

export const METHODS: Record<string, Attempt> = {
  "a write by its method": {
    methods: "read",
    send: ["POST http://good.test/ HTTP/1.1\r\nHost: good.test\r\nContent-Length: 0\r\n\r\n"],
    forbidden: /POST/,
    ends: "method_not_allowed",
  },
  "a write inside a tunnel": {
    methods: "read",
    send: [TUNNEL, "DELETE /x HTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: /DELETE/,
    ends: "method_not_allowed",
  },
  "a write as the second request of a tunnel": {
    methods: "read",
    send: [
      TUNNEL,
      "GET / HTTP/1.1\r\nHost: good.test\r\n\r\nPUT /x HTTP/1.1\r\nHost: good.test\r\nContent-Length: 0\r\n\r\n",
    ],
    forbidden: /PUT/,
    ends: "method_not_allowed",
  },
  "a write under another method's name": {
    methods: "read",
    send: [get("http://good.test/", "X-HTTP-Method-Override: DELETE\r\n")],
    forbidden: /DELETE/,
    ends: "method_not_allowed",
  },
  "a write behind bytes that no request begins with": {
    methods: "read",
    send: [TUNNEL, "\x01\r\n", "POST /x HTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: /POST \/x HTTP/,
    ends: "method_not_allowed",
  },
  "a write in a line longer than any, behind bytes that no request begins with": {
    methods: "read",
    send: [TUNNEL, "\x01\r\n", `POST /${"x".repeat(6000)}`, `${"x".repeat(6000)} HTTP/1.1\r\nHost: good.test\r\n\r\n`],
    forbidden: /x HTTP\/1/,
    ends: "method_not_allowed",
  },
  "a write with vertical tabs, behind bytes that no request begins with": {
    methods: "read",
    send: [TUNNEL, "\x01\r\n", "POST\v/x\vHTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: /POST/,
    ends: "method_not_allowed",
  },
  "a write without a version, behind bytes that no request begins with": {
    methods: "read",
    send: [TUNNEL, "\x01\r\n", "DELETE /x\r\nHost: good.test\r\n\r\n"],
    forbidden: /DELETE/,
    ends: "method_not_allowed",
  },
  "a write without a version": {
    methods: "read",
    send: [TUNNEL, "DELETE /x\r\nHost: good.test\r\n\r\n"],
    forbidden: /DELETE/,
    ends: "method_not_allowed",
  },
  "a write in what looks like TLS": {
    methods: "read",
    send: [TLS_TUNNEL, clientHello({ names: ["good.test"], last: [[16, Buffer.from("\nPOST /x HTTP/1.1\r\n")]] })],
    forbidden: /POST/,
    ends: "method_not_allowed",
  },
  "a write over a connection that knows no proxy": {
    methods: "read",
    way: { kind: "redirect", authority: "good.test:80" },
    send: ["POST / HTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: /POST/,
    ends: "method_not_allowed",
  },
  "a request that is sent back with what we add": {
    send: ["TRACE http://good.test/ HTTP/1.1\r\nHost: good.test\r\n\r\n"],
    forbidden: /TRACE/,
    ends: "method_not_allowed",
  },
};

/** First lines that only some servers take for a request's, each with another server's Host behind it. */
function inTunnel(lines: Readonly<Record<string, readonly [line: string, ends: string]>>): Record<string, Attempt> {
  return Object.fromEntries(
    Object.entries(lines).map(([name, [line, ends]]) => [
      name,
      { send: [TUNNEL, `${line}Host: evil.test\r\n\r\n`], forbidden: EVIL, ends },
    ]),
  );
}
