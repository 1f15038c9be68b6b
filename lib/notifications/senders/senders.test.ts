import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { answerWith, startHookServer } from "#lib/webhooks/testing/hook-server.ts";
import type { Mail } from "../messages/build-mail.ts";
import { startSmtpServer } from "../testing/smtp-server.ts";
import { postMessage } from "./post-message.ts";
import { readServer, sendMail } from "./send-mail.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
function closeAfter<T extends { close(): Promise<unknown> }>(server: T): T {
  closing.push(() => server.close());
  return server;
}

const never = new AbortController().signal;
const post = (url: string, timeoutMs = 5_000) =>
  postMessage({ url: new URL(url), body: "{}", headers: {}, timeoutMs, signal: never });

/** Takes connections and says nothing. */
async function startSilence() {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return closeAfter({
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

describe("a post", () => {
  test("that is answered with 2xx is sent", async () => {
    const { url, received } = closeAfter(await startHookServer(answerWith(204)));
    expect(await post(url)).toEqual({ sent: true, status: 204, error: null });
    expect(received).toMatchObject([{ body: "{}", headers: { "content-type": "application/json" } }]);
  });

  test("that is redirected is not sent, and the other place hears nothing", async () => {
    const other = closeAfter(await startHookServer(answerWith(200)));
    const hook = await startHookServer((response) => response.writeHead(307, { location: other.url }).end());
    closeAfter(hook);
    expect(await post(hook.url)).toMatchObject({
      sent: false,
      status: 307,
      error: expect.stringContaining("redirect"),
    });
    expect(other.received).toEqual([]);
    // Control: a client that follows would have got there.
    expect((await fetch(hook.url, { method: "POST", body: "{}" })).status).toBe(200);
    expect(other.received).toHaveLength(1);
  });

  test("does not read an answer without end", async () => {
    const hook = await startHookServer((response) => {
      response.writeHead(200);
      const more = () => response.writable && response.write("x".repeat(65_536), () => setImmediate(more));
      more();
    });
    closeAfter(hook);
    expect(await post(hook.url)).toMatchObject({ sent: true });
  });

  test("to somebody who never answers ends, and says so", async () => {
    const { port } = await startSilence();
    expect(await post(`http://127.0.0.1:${port}/`, 200)).toEqual({
      sent: false,
      status: null,
      error: "The target did not answer in time.",
    });
  });

  test("to nobody says what happened, and nothing of what an answer said is repeated", async () => {
    const hook = await startHookServer((response) => response.writeHead(500).end("SECRET-OF-THE-TARGET"));
    expect(await post(hook.url)).toEqual({ sent: false, status: 500, error: "The target answered 500." });
    await hook.close();
    expect(await post(hook.url)).toMatchObject({
      sent: false,
      error: "The target could not be reached: ECONNREFUSED.",
    });
  });
});

describe("a mail", () => {
  const mail: Mail = {
    to: ["ops@example.test"],
    subject: "[Airlock] A call waits",
    text: "A call waits.\n.\nhttps://airlock.example.com/approvals\n",
    messageId: "<id@airlock.example.com>",
  };
  const send = (url: string, content = mail, timeoutMs = 5_000) =>
    sendMail({ url, from: "Airlock <airlock@example.test>" }, content, timeoutMs, never);

  test("arrives as plain text with our headers", async () => {
    const server = closeAfter(await startSmtpServer());
    expect(await send(server.url)).toEqual({ sent: true, status: 250, error: null });
    const [received] = server.mails;
    expect(received).toMatchObject({ from: "airlock@example.test", to: ["ops@example.test"] });
    for (const header of [
      "Subject: [Airlock] A call waits",
      "Message-ID: <id@airlock.example.com>",
      "Auto-Submitted: auto-generated",
      "Content-Type: text/plain",
    ]) {
      expect(received?.data).toContain(header);
    }
  });

  test("keeps its headers apart whatever its subject holds", async () => {
    const server = closeAfter(await startSmtpServer());
    await send(server.url, { ...mail, subject: "x\r\nBcc: thief@example.test\r\n\r\nbody" });
    expect(server.mails[0]?.to).toEqual(["ops@example.test"]);
    expect(server.mails[0]?.data).not.toMatch(/^Bcc:/m);
  });

  test("that some are refused is sent and says so; that all are refused is not", async () => {
    const server = closeAfter(
      await startSmtpServer((address) => (address.startsWith("no") ? "550 no such person" : undefined)),
    );
    expect(await send(server.url, { ...mail, to: ["no@example.test", "yes@example.test"] })).toMatchObject({
      sent: true,
      error: "The mail server refused 1 of the addresses.",
    });
    expect(await send(server.url, { ...mail, to: ["no@example.test"] })).toMatchObject({ sent: false, status: 550 });
    expect(await send(server.url, { ...mail, to: [] })).toMatchObject({ sent: false });
  });

  test("to a server that never speaks ends", async () => {
    const { port } = await startSilence();
    expect(await send(`smtp://127.0.0.1:${port}`, mail, 200)).toMatchObject({ sent: false });
  });

  test("by smtps begins with TLS, before anything is said", async () => {
    const first = Promise.withResolvers<Buffer>();
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (chunk: Buffer) => {
        first.resolve(chunk);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await send(`smtps://127.0.0.1:${port}`)).toMatchObject({ sent: false });
    expect([...(await first.promise).subarray(0, 2)]).toEqual([0x16, 0x03]);
    server.close();
  });

  test.each([
    ["instead of an answer", "250-and another thing\r\n"],
    ["in one line", "x".repeat(1_000)],
  ])("to a server that speaks without end, %s, ends, and so does the connection", async (_, word) => {
    const ended = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.write("220 localhost ESMTP\r\n");
      const speaking = setInterval(() => socket.write(word), 5);
      socket.once("close", () => {
        clearInterval(speaking);
        ended.resolve();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await send(`smtp://127.0.0.1:${port}`, mail, 300)).toMatchObject({ sent: false });
    await ended.promise;
    server.close();
  });

  test("is encrypted, unless the server is on this machine or the operator says otherwise", () => {
    expect(readServer("smtp://mail.example.com")).toMatchObject({ port: 587, secure: false, requireTLS: true });
    expect(readServer("smtps://u:p%40ss@mail.example.com")).toMatchObject({
      port: 465,
      secure: true,
      auth: { user: "u", pass: "p@ss" },
    });
    expect(readServer("smtp://127.0.0.1:2525")).toMatchObject({ requireTLS: false });
    expect(readServer("smtp://relay.internal:25?tls=off")).toMatchObject({ requireTLS: false, ignoreTLS: true });
  });
});
