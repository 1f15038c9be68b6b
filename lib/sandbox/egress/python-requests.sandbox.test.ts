import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RequestLines } from "./request-lines.ts";

/** The server that comes with Python, outside of any sandbox: a control that is as lenient as servers get. */
const SERVER = `
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self): print("heard", self.command, self.path, self.headers.get("Host"), flush=True)
    def send_error(self, *args): print("turned away", flush=True)
    def log_message(self, *args): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
`;

let python: ChildProcess;
let nextLine: () => Promise<string>;
let port: number;

beforeAll(async () => {
  const server = spawn("/usr/bin/python3", ["-c", SERVER], { stdio: ["ignore", "pipe", "ignore"] });
  const printed = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  nextLine = async () => (await printed.next()).value ?? "";
  python = server;
  port = Number(await nextLine());
});

afterAll(async () => {
  python.kill();
  await once(python, "exit");
});

async function hears(line: string): Promise<string> {
  const client = connect(port, "127.0.0.1").on("error", () => {});
  client.end(Buffer.from(`${line}\r\nHost: evil.test\r\n\r\n`, "latin1"));
  const heard = await nextLine();
  client.destroy();
  return heard;
}

/** Every byte that parts words there: nobody has to know them all. */
test("what Python's server takes for a request is one to us, whatever its words are parted by", async () => {
  const heard: number[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    const line = ["POST", "/x", "HTTP/1.1"].join(String.fromCharCode(byte));
    // This one ends the line, here as there.
    if (byte === 0x0a || (await hears(line)) !== "heard POST /x evil.test") continue;
    heard.push(byte);
    const lines = new RequestLines();
    lines.read(Buffer.from(line, "latin1"));
    expect([byte, lines.first]).toEqual([byte, "request"]);
  }
  // The control: it is lenient indeed.
  expect(heard).toEqual(expect.arrayContaining([0x09, 0x0b, 0x0c, 0x0d, 0x20, 0x1f, 0xa0]));
});
