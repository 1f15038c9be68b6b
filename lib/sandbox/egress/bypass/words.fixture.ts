import { u16 } from "../client-hello.fixture.ts";

/** How the attempts are spoken. */
export const get = (url: string, headers = ""): string => `GET ${url} HTTP/1.1\r\nHost: good.test\r\n${headers}\r\n`;
export const open = (authority: string, host = authority): string =>
  `CONNECT ${authority} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
export const TUNNEL = open("good.test:80");
export const TLS_TUNNEL = open("good.test:443");
export const EVIL = /evil/i;
/** An open network has no list: only the check of the address stands between a tool and us. */
export const ANYWHERE = { mode: "open" as const, hosts: [] };

export const SOCKS_HELLO = Buffer.from([5, 1, 0]);

export function socksName(name: string, port: number, command = 1): Buffer {
  return Buffer.concat([Buffer.from([5, command, 0, 3, name.length]), Buffer.from(name, "latin1"), u16(port)]);
}
