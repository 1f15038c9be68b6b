import { Document, isMap, isScalar, type Scalar, visit } from "yaml";
import type { PolicyDocument } from "./policy-document.ts";
import { writtenForm } from "./written-form.ts";

const HEADER = `The policy of this installation. Every edit is a new version that somebody else puts in force.
A section that is left out stays as it is; one that is here is meant whole.`;

/** Above each section, for whoever edits it. */
const COMMENTS: Readonly<Record<string, string>> = {
  classes: `What each class of tools asks for. Floors that no policy goes below: one person for write, financial
and the open network, two for privileged.`,
  tool_access: `What an agent of each level reaches, whatever its tools declare. Each of the four gives no more than the next;
an agent has a level of another name where its entry says so (custom_level).`,
  profiles: `Named overrides. They only narrow: people are added, reach is met, limits are the smaller.
auto_approve: what is not on the list takes a person. human_approval: what is on it does.`,
  agents: `Who has which profiles, and what is narrowed, allowed or denied for one agent alone. deny beats allow.`,
  checks: `Services that are asked before a call is decided. One that does not answer denies.`,
  trust: `How agents earn trust within the level that was declared for them: disabled, weighted, per_category or milestone.
The step to elevated, and every step up in deployment, takes a person.`,
};

/** The document as YAML: the same text for the same policy, and it parses back to the same policy. */
export function renderPolicy(document: PolicyDocument): string {
  const yaml = new Document(writtenForm(document), { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  yaml.commentBefore = commented(HEADER);
  visit(yaml, {
    Seq(_, list) {
      list.flow = list.items.every(isScalar);
    },
  });
  if (isMap(yaml.contents)) {
    for (const { key } of yaml.contents.items) commentOn(key as Scalar<string>);
  }
  return yaml.toString({ lineWidth: 120, flowCollectionPadding: false });
}

function commentOn(key: Scalar<string>): void {
  const comment = COMMENTS[key.value];
  if (comment === undefined) return;
  key.spaceBefore = true;
  key.commentBefore = commented(comment);
}

function commented(text: string): string {
  return text.replaceAll(/^/gm, " ");
}
