import { useState } from 'react'

type TokenMarkProps = { symbol: string; logoUrl?: string | undefined; className?: string }

/** A token's picture, or its first letter where there is none. */
export function TokenMark({ symbol, logoUrl, className = 'size-8' }: TokenMarkProps) {
  const [failedUrl, setFailedUrl] = useState<string | undefined>(undefined)
  const shell = `inline-flex shrink-0 items-center justify-center rounded-full border border-line bg-sunken ${className}`
  if (logoUrl === undefined || logoUrl === '' || logoUrl === failedUrl) {
    return (
      <span aria-hidden="true" className={`${shell} text-sm font-strong text-muted`}>
        {symbol.charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <img src={logoUrl} alt="" onError={() => setFailedUrl(logoUrl)} className={`${shell} object-cover`} />
  )
}
