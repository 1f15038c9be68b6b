import Link from "next/link";
import { BrandMark } from "#components/shell/brand.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

export const metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon={<BrandMark size={28} />}
        title="There is nothing at this address"
        action={
          <Link href="/" className={buttonClasses("plain")}>
            To the overview
          </Link>
        }
      >
        The id may be mistyped, or the thing belongs to another installation.
      </EmptyState>
    </div>
  );
}
