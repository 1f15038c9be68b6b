import { createServer } from "node:net";

const LAST_PORT = 65_535;

/** The first of the ports from `first` on that is free together with the one after it. */
export async function findPortPair(first: number, host: string): Promise<number | undefined> {
  for (let port = first; port < LAST_PORT; port += 1) {
    if ((await isFree(port, host)) && (await isFree(port + 1, host))) return port;
  }
  return undefined;
}

/**
 * Free on the address we bind, and on both loopbacks: people open http://localhost, and a stranger's server on the other
 * loopback would get the visitors that are meant for us.
 */
async function isFree(port: number, host: string): Promise<boolean> {
  for (const address of new Set([host, "127.0.0.1", "::1"])) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES"),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
