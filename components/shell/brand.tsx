/** Two doors, never open at once. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.7" aria-hidden>
      <rect x="1.9" y="2.4" width="16.2" height="15.2" rx="3.2" />
      <path d="M7 2.4v15.2M13 2.4v15.2" />
      <path d="M9.1 10h1.8" strokeLinecap="round" />
    </svg>
  );
}
