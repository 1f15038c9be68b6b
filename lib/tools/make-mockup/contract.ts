import { z } from "zod";
import { tool } from "#lib/registry/tool.ts";
import { drawingPolicy, height, path, pictureFailures, saved, width } from "../declared/picture.ts";
import { execute } from "./execute.ts";

const place = {
  x: z.number().int().min(0).max(2_000),
  y: z.number().int().min(0).max(2_000),
  width: z.number().int().min(1).max(2_000),
  height: z.number().int().min(1).max(2_000),
};

export const input = z.strictObject({
  path,
  width: width.optional().describe("800 if not given."),
  height: height.optional().describe("600 if not given."),
  parts: z
    .array(
      z.discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("panel"), ...place, title: z.string().max(80).optional() }),
        z.strictObject({ kind: z.literal("button"), ...place, label: z.string().max(60) }),
        z.strictObject({ kind: z.literal("field"), ...place, label: z.string().max(60) }),
        z.strictObject({ kind: z.literal("picture"), ...place }),
        z.strictObject({
          kind: z.literal("text"),
          ...place,
          text: z.string().max(2_000),
          large: z.boolean().optional(),
        }),
      ]),
    )
    .min(1)
    .max(300)
    .describe("Drawn in order, each at its place."),
});

export const output = saved;

/** Draws a mock-up of a page into a file of the workspace. */
export const makeMockup = tool({
  name: "make_mockup",
  title: "Draw a mock-up",
  summary:
    "Draw a mock-up of a page from panels, buttons, fields, pictures and texts as an SVG or PNG file of the workspace.",
  description:
    "Draws the named parts at their places, as a plain wireframe, and writes the picture into the workspace, as SVG or PNG by the file's name. " +
    "Text is wrapped to its place and cut where it does not fit. Nothing is fetched.",
  input,
  output,
  safetyClass: "write",
  egressClass: "write",
  category: "design",
  actionType: "design:create",
  idempotency: "optional",
  idempotent: true,
  policy: drawingPolicy,
  gate: {
    paths: [{ at: "/path", access: "write" }],
    text: [{ at: "/parts/*/title" }, { at: "/parts/*/label" }, { at: "/parts/*/text" }],
  },
  outputContent: "verbatim",
  effect: "Draw a mock-up to {/path}",
  costTier: "free",
  examples: [
    {
      title: "A form",
      input: {
        path: "sign-in.svg",
        parts: [
          { kind: "panel", x: 200, y: 120, width: 400, height: 260, title: "Sign in" },
          { kind: "field", x: 230, y: 180, width: 340, height: 36, label: "E-mail" },
          { kind: "button", x: 230, y: 310, width: 120, height: 36, label: "Go on" },
        ],
      },
    },
  ],
  failureModes: pictureFailures,
  execute,
  declaredIn: import.meta.url,
});
