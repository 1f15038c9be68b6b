/** Action types and families of them, as the document writes them. */
export function ActionList({ actions, empty }: { actions: readonly string[]; empty: string }) {
  if (actions.length === 0) return <span className="text-ink-2">{empty}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {actions.map((action) => (
        <code key={action} className="rounded-sm border bg-inset px-1.5 text-xs">
          {action}
        </code>
      ))}
    </span>
  );
}
