import { useState } from 'react'

const SHELL =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-sunken'

type TokenMarkProps = { symbol: string; logoUrl?: string | undefined }

/** A token's logo, or its first letter without one. */
export function TokenMark({ symbol, logoUrl }: TokenMarkProps) {
  const [failedUrl, setFailedUrl] = useState<string | undefined>(undefined)
  if (logoUrl === undefined || logoUrl === '' || logoUrl === failedUrl) {
    return (
      <span aria-hidden="true" className={`${SHELL} text-sm font-strong text-muted`}>
        {symbol.charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <img src={logoUrl} alt="" onError={() => setFailedUrl(logoUrl)} className={`${SHELL} object-cover`} />
  )
}
