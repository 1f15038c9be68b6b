"use client";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

const ITEM =
  "flex h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 max-md:h-10";

export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="appear z-50 min-w-52 rounded-md border bg-panel p-1 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({
  icon,
  children,
  onSelect,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
}) {
  return (
    <Radix.Item className={ITEM} onSelect={onSelect}>
      <span className="grid w-4 place-items-center text-ink-2">{icon}</span>
      {children}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-ink-2">{children}</Radix.Label>;
}

export function MenuRule() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}

export function MenuChoice<T extends string>({
  value,
  onChange,
  options,
}: {
  value: T;
  onChange: (value: T) => void;
  options: readonly { readonly value: T; readonly label: string }[];
}) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <Radix.RadioGroup value={value} onValueChange={choose}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="grid w-4 place-items-center text-accent">
            <Radix.ItemIndicator>
              <Check size={14} />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
