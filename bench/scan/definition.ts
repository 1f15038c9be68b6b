/** An honest definition of about four kilobytes: long texts, nested schemas and lists of values, as large tools have them. */
export function honestDefinition(): Record<string, unknown> {
  const fields = ["status", "assignee", "label", "milestone", "created", "updated", "project", "sort", "direction"];
  return {
    name: "search_issues",
    title: "Search issues",
    description: [
      "Searches the issues of a tracker and returns them page by page, newest first unless you ask for another order.",
      "Use this when the user asks what is open, who works on what, or what changed since a day. For a single issue whose number is known, get_issue is quicker.",
      "IMPORTANT: pass the cursor of the last answer unchanged to read on; it is valid for an hour. Do not guess a cursor, and do not change filters between pages.",
      "Texts are matched word by word without regard to case. Put several words in quotation marks to find them side by side, as in 'login fails after reset'.",
      "Returns the number, title, state, labels and people of each issue. Bodies are cut at 2,000 characters; see https://docs.example.com/issues for all fields.",
    ].join("\n\n"),
    inputSchema: {
      type: "object",
      required: ["query"],
      additionalProperties: false,
      properties: {
        query: {
          type: "string",
          description: "What to search for. Words, or qualifiers such as is:open or author:name.",
        },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 100,
          default: 20,
          description: "How many issues to return at most.",
        },
        cursor: {
          type: "string",
          description: "Where to go on, from the 'next' of the last answer. Leave it out for the first page.",
        },
        filters: {
          type: "object",
          description: "Narrows the search; all that are given must hold.",
          properties: Object.fromEntries(
            fields.map((field) => [
              field,
              {
                type: "string",
                title: `By ${field}`,
                description: `Only issues whose ${field} has this value. Several values are separated by commas; a minus sign in front leaves them out.`,
                examples: [`${field}-one`, `-${field}-two`],
                enum: ["open", "closed", "waiting", "in_progress", "unknown"],
              },
            ]),
          ),
        },
      },
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
  };
}

/** What it weighs as JSON. */
export function weightOf(definition: unknown): number {
  return Buffer.byteLength(JSON.stringify(definition), "utf8");
}
