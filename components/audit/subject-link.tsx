import Link from "next/link";
import { shorten } from "#components/ui/hash.tsx";

const PAGES: Readonly<Record<string, string>> = {
  invocation: "/invocations/",
  agent: "/agents/",
  mcp_server: "/servers/",
  action: "/approvals?kind=action&id=",
  team_run: "/approvals?kind=team_run&id=",
  policy_version: "/approvals?kind=policy_version&id=",
};

/** What an entry is about; a link where we have a page for it. */
export function SubjectLink({ subject }: { subject: string }) {
  const at = subject.indexOf(":");
  const kind = at < 0 ? subject : subject.slice(0, at);
  const id = at < 0 ? "" : subject.slice(at + 1);
  const words = (
    <>
      <span className="text-ink-2">{kind}</span> <span className="font-mono text-xs">{shorten(id)}</span>
    </>
  );
  const page = PAGES[kind];
  if (!page) {
    return (
      <span title={subject} className="whitespace-nowrap">
        {words}
      </span>
    );
  }
  return (
    <Link
      href={`${page}${id}`}
      prefetch={false}
      title={subject}
      className="relative z-10 whitespace-nowrap hover:underline"
    >
      {words}
    </Link>
  );
}
