/** What a test file finds under "vitest" while code is mutated: it declares its tests to `collected-tests.ts`, and expects as ever. */

// By its path: the bare name leads here.
export { expect, vi } from "../../node_modules/vitest/dist/index.js";
export { afterAll, afterEach, beforeAll, beforeEach, describe, test, test as it } from "./collected-tests.ts";
