import Link from "next/link";
import { buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <EmptyState
      title="There is nothing here under that id"
      action={
        <Link href="/" className={buttonClasses("plain")}>
          To the overview
        </Link>
      }
    >
      It may be mistyped, or belong to another installation.
    </EmptyState>
  );
}
