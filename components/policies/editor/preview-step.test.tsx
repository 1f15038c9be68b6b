import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ShownVerdict } from "./editor-actions.ts";
import { PreviewStep } from "./preview-step.tsx";

function preview(notes: ShownVerdict["notes"]): string {
  const nothing = () => {};
  return renderToStaticMarkup(
    <PreviewStep
      draft={{ text: "agents: {}", base: 3 }}
      verdict={{ changes: [], inForce: 3, widens: false, required: 1, notes }}
      reason=""
      onReason={nothing}
      propose={() => Promise.reject(new Error("nobody proposes here"))}
      onProposed={nothing}
      onMoved={nothing}
      onBack={nothing}
    />,
  );
}

test("whoever proposes a line that binds nothing yet is told so before", () => {
  const message = 'There is no tool "sned_mail". Did you mean send_mail?';
  const shown = preview([{ line: 7, column: 3, path: "/agents/scribe/deny/0", message }]);
  expect(shown).toContain("line 7");
  expect(shown).toContain("Did you mean send_mail?");
  expect(preview([])).not.toContain("second look");
});
