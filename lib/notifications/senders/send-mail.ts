import { connect, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { isLoopback } from "#lib/webhooks/web-address.ts";
import type { Mail } from "../messages/build-mail.ts";
import { type AttemptResult, notSent } from "./attempt-result.ts";

export interface MailServer {
  readonly url: string;
  readonly from: string;
}

/**
 * One mail over one connection. Unless the server is on this machine, or the operator says `?tls=off` of a relay inside their
 * network, the connection is encrypted or nothing is sent: a password and the names of tools do not go over the wire in the clear.
 * The connection is ours, so that it ends with the try: closing a transport leaves it open, and a server that goes on speaking would be
 * listened to for ever, once for each try.
 */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<AttemptResult> {
  if (mail.to.length === 0) return notSent("There is no address to send it to.");
  const address = readServer(server.url);
  const socket = connect({ host: address.host, port: address.port });
  const transport = createTransport({ ...address, ...limits(timeoutMs), getSocket: handOver(socket) });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await Promise.race([
      transport
        .sendMail({
          from: server.from,
          to: [...mail.to],
          subject: mail.subject,
          text: mail.text,
          messageId: mail.messageId,
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        .then(({ accepted, rejected, response }) => judge(accepted.length, rejected.length, response)),
      new Promise<AttemptResult>((resolve) => {
        limit.addEventListener("abort", () => resolve(notSent("The mail server did not answer in time.")), {
          once: true,
        });
      }),
    ]);
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    return responseCode !== undefined
      ? notSent(`The mail server answered ${responseCode}.`, responseCode)
      : notSent(`The mail server could not be used: ${code ?? "no reason given"}.`);
  } finally {
    // What was written, a farewell, still goes; after the time is over nothing does.
    if (limit.aborted) socket.destroy();
    else socket.destroySoon();
  }
}

/** Encrypted or not, the mail goes over this connection and no other. */
function handOver(socket: Socket) {
  return (_: object, take: (error: Error | null, taken?: { connection: Socket }) => void): void => {
    socket.once("error", take);
    socket.once("connect", () => {
      socket.off("error", take);
      take(null, { connection: socket });
    });
  };
}

function judge(accepted: number, rejected: number, response: string): AttemptResult {
  const status = Number(/^\d{3}/.exec(response)?.[0] ?? 250);
  if (accepted === 0) return notSent("The mail server took none of the addresses.", status);
  return { sent: true, status, error: rejected > 0 ? `The mail server refused ${rejected} of the addresses.` : null };
}

function limits(timeoutMs: number) {
  return { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: timeoutMs };
}

/** `smtp://` begins in the clear and turns to TLS, `smtps://` is TLS from the start. */
export function readServer(address: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address);
  const secure = protocol === "smtps:";
  const plain = searchParams.get("tls") === "off";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !plain && !isLoopback(hostname),
    ignoreTLS: plain,
    ...(username === "" ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
