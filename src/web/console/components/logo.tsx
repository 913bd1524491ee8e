/** The mark: a latch whose opening is a keyhole. */
export function LogoMark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="24" height="24" rx="6" fill="var(--latchkey-accent)" />
      <path
        d="M12 5.5a3.75 3.75 0 0 0-1.9 6.98L9.1 18h5.8l-1-5.52A3.75 3.75 0 0 0 12 5.5z"
        fill="var(--latchkey-accent-contrast)"
      />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark />
      <span className="text-lg font-strong tracking-tight">Latchkey</span>
    </span>
  )
}
