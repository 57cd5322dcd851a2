/** The product's logo: a proof sheet with a tick. */
export function GalleyMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--g-accent)" />
      <path d="M9 7h10l4 4v14H9z" fill="var(--g-on-accent)" />
      <path
        d="m12 17 3 3 5-6"
        fill="none"
        stroke="var(--g-accent)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
