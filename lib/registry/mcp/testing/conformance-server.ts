/**
 * The tools that the protocol's conformance suite looks for, as an MCP server behind the gateway: registered, reviewed and run in the
 * sandbox like any other. Listed under the prefix `test`, `simple_text` is the suite's `test_simple_text`.
 */
import { INTRODUCTION, onQuestion, type Question, refuse, reply } from "./answer-lines.ts";

const NOTHING = { type: "object", properties: {}, additionalProperties: false };

const TOOLS: Record<string, { readonly description: string; answer(): unknown; readonly afterMs?: number }> = {
  simple_text: {
    description: "Answers with a text.",
    answer: () => ({ content: [{ type: "text", text: "This is a simple text response for testing." }] }),
  },
  embedded_resource: {
    description: "Answers with a text that has an address.",
    answer: () => ({
      content: [
        {
          type: "resource",
          resource: {
            uri: "test://embedded-resource",
            mimeType: "text/plain",
            text: "This is an embedded resource content.",
          },
        },
      ],
    }),
  },
  error_handling: {
    description: "Answers that it failed.",
    answer: () => ({
      isError: true,
      content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    }),
  },
  tool_with_progress: {
    description: "Takes a moment.",
    answer: () => ({ content: [{ type: "text", text: "It took a moment." }] }),
    afterMs: 2_500,
  },
};

onQuestion(({ id, method, params }: Question) => {
  if (id === undefined) return;
  if (method === "initialize") return reply(id, INTRODUCTION);
  if (method === "tools/list") {
    const tools = Object.entries(TOOLS).map(([name, { description }]) => ({ name, description, inputSchema: NOTHING }));
    return reply(id, { tools });
  }
  const tool = TOOLS[params?.name ?? ""];
  if (method !== "tools/call" || !tool) return refuse(id, -32601, "Method not found");
  setTimeout(() => reply(id, tool.answer()), tool.afterMs ?? 0);
});
