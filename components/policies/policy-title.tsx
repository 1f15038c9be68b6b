import type { ReactNode } from "react";
import { PageTitle } from "#components/ui/page.tsx";
import { PolicyTabs } from "./policy-tabs.tsx";

interface PolicyTitleProps {
  current: Parameters<typeof PolicyTabs>[0]["current"];
  action?: ReactNode;
}

/** The head of every page of the policy. */
export function PolicyTitle({ current, action }: PolicyTitleProps) {
  return (
    <>
      <PageTitle
        title="Policies"
        facts="What may run, what waits for people, and what is refused. One document; every change of it is a version that another person puts in force."
        action={action}
      />
      <PolicyTabs current={current} />
    </>
  );
}
