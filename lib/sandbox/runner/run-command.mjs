/** Runs a command that may use the network, inside the sandbox: the forwarder first, then the command as its child. */
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { startForwarder } from "./forwarder.mjs";

const [egressDescriptor, program, ...args] = process.argv.slice(2);

await startForwarder(Number(egressDescriptor));
const { AIRLOCK_NODE, ...environment } = process.env;
// Where programs are listed and Node is not among them, the command finds none that gets up.
if (AIRLOCK_NODE === "once") environment.NODE_OPTIONS = "--require=/airlock/node-is-not-listed";
const child = spawn(program, args, { stdio: "inherit", env: environment });
child.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(127);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
