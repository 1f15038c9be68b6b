"use client";
import { DropdownMenu as Radix } from "radix-ui";
import { type MenuProps, Parts } from "./menu.tsx";

/** A menu that a person has just asked for, open. */
export function MenuFrame({ trigger, children, align = "end" }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="appear z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-md border bg-panel p-1 shadow-pop"
        >
          <Parts value={Radix}>{children}</Parts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
