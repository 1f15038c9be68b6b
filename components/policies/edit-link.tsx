import { Pencil } from "lucide-react";
import Link from "next/link";
import { buttonClasses } from "#components/ui/button.tsx";
import type { Role } from "#lib/policy/vocabulary.ts";
import { may } from "#lib/sessions/permissions.ts";

interface EditLinkProps {
  role: Role;
  /** The key to begin at, like `profiles.careful`. */
  at?: string;
}

/** For those who may write the policy; others are told who does. */
export function EditLink({ role, at }: EditLinkProps) {
  if (!may(role, "policy.write")) return <span className="text-sm text-ink-3">Admins write the policy.</span>;
  return (
    <Link
      href={at === undefined ? "/policies/edit" : `/policies/edit?at=${encodeURIComponent(at)}`}
      prefetch={false}
      className={buttonClasses("plain", "sm")}
    >
      <Pencil size={14} aria-hidden /> Edit
    </Link>
  );
}
