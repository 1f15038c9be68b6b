import { type AddressInfo, createServer, type Socket } from "node:net";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as they came over the wire. */
  readonly data: string;
}

/** A mail server on this machine, as far as one mail needs it; `refuse` is its answer to an address. */
export async function startSmtpServer(refuse: (address: string) => string | undefined = () => undefined) {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    converse(socket, refuse, (mail) => mails.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function converse(socket: Socket, refuse: (address: string) => string | undefined, take: (mail: ReceivedMail) => void) {
  let pending = "";
  let inData = false;
  let from = "";
  let to: string[] = [];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "EHLO") return say("250 localhost");
    if (verb === "MAIL") {
      from = address;
      to = [];
      return say("250 ok");
    }
    if (verb === "RCPT") {
      const refusal = refuse(address);
      if (refusal === undefined) to.push(address);
      return say(refusal ?? "250 ok");
    }
    if (verb === "DATA") {
      inData = true;
      return say("354 go on");
    }
    if (verb === "QUIT") {
      say("221 bye");
      return socket.end();
    }
    return say("502 what?");
  };
  say("220 localhost ESMTP");
  socket.on("data", (chunk) => {
    pending += chunk.toString("utf8");
    for (;;) {
      const end = pending.indexOf(inData ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const text = pending.slice(0, end);
      pending = pending.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        take({ from, to, data: text });
        say("250 kept");
      } else hear(text);
    }
  });
}
