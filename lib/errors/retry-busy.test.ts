import { expect, it, vi } from "vitest";
import { retryBusy } from "./retry-busy.ts";

const busy = Object.assign(new Error("busy"), { code: "55P03" });
const atOnce = async () => {};

it("gives the answer that comes once the other person is done", async () => {
  const act = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValue("done");
  expect(await retryBusy(act, atOnce)).toBe("done");
});

it("gives up after three more tries, so that nobody waits for ever", async () => {
  const act = vi.fn().mockRejectedValue(busy);
  await expect(retryBusy(act, atOnce)).rejects.toBe(busy);
  expect(act).toHaveBeenCalledTimes(4);
});

it("tries nothing again that was refused for another reason", async () => {
  const refused = Object.assign(new Error("refused"), { code: "AL011" });
  const act = vi.fn().mockRejectedValue(refused);
  await expect(retryBusy(act, atOnce)).rejects.toBe(refused);
  expect(act).toHaveBeenCalledTimes(1);
});
