import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

/** 16 px on a phone, or its browser zooms in on focus. */
const CONTROL =
  "w-full rounded-md border border-line-strong bg-panel px-2.5 text-ink placeholder:text-ink-3 max-md:text-[16px] aria-invalid:border-bad";

export function Field({
  label,
  hint,
  error,
  htmlFor,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string;
  htmlFor: string;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-1">
      <label htmlFor={htmlFor} className="font-medium">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${htmlFor}-error`} className="text-sm text-bad">
          {error}
        </p>
      ) : (
        hint && <p className="text-sm text-ink-2">{hint}</p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={classes(CONTROL, "h-8 max-md:h-11", className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classes(CONTROL, "min-h-20 resize-y py-1.5", className)} />;
}

export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select {...rest} className={classes(CONTROL, "h-8 pr-7 max-md:h-11", className)} />;
}
