"use client";
import { Check } from "lucide-react";
import type { DropdownMenu } from "radix-ui";
import { createContext, type ReactNode, useContext, useState } from "react";
import { type Late, useLate } from "./late.ts";
import { tellNotFetched } from "./tell-not-fetched.ts";

const ITEM =
  "flex h-8 cursor-pointer select-none items-center gap-2 rounded-sm px-2 outline-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 max-md:h-10";

export interface MenuProps {
  trigger: ReactNode;
  children: ReactNode;
  align?: "start" | "end";
}

const load = () => import("./menu-frame.tsx");
const loadSoon = () => void load().catch(() => {});
const FRAME: Late<typeof import("./menu-frame.tsx")> = { load };

/** What a menu is made of, handed down by the one that is open: nothing here makes a page fetch it before. */
export const Parts = createContext<typeof DropdownMenu | null>(null);

function useParts(): typeof DropdownMenu {
  const parts = useContext(Parts);
  if (!parts) throw new Error("A part of a menu stands outside of one.");
  return parts;
}

/** A button with a menu. What draws the menu is fetched when a pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  const frame = useLate(FRAME, opened, () => {
    tellNotFetched();
    setOpened(false);
  });
  if (opened && frame) return <frame.MenuFrame {...props} />;
  return (
    <span
      className="contents"
      onPointerEnter={loadSoon}
      onFocusCapture={loadSoon}
      onClickCapture={() => setOpened(true)}
    >
      {props.trigger}
    </span>
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
  const { Item } = useParts();
  return (
    <Item className={ITEM} onSelect={onSelect}>
      <span className="grid w-4 place-items-center text-ink-2">{icon}</span>
      {children}
    </Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useParts();
  return <Label className="px-2 pt-1.5 pb-1 text-xs text-ink-2">{children}</Label>;
}

export function MenuRule() {
  const { Separator } = useParts();
  return <Separator className="-mx-1 my-1 h-px bg-line" />;
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
  const { RadioGroup, RadioItem, ItemIndicator } = useParts();
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <RadioGroup value={value} onValueChange={choose}>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} className={ITEM}>
          <span className="grid w-4 place-items-center text-accent">
            <ItemIndicator>
              <Check size={14} />
            </ItemIndicator>
          </span>
          {option.label}
        </RadioItem>
      ))}
    </RadioGroup>
  );
}
