import { useState, type ReactElement } from 'react'

const SHELL =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-sunken'

/** Whether the content security policy allows this image URL: the console's own origin, https or data. */
function isLoadable(address: string): boolean {
  return /^(https:|data:|\/(?!\/))/i.test(address) || address.startsWith(`${window.location.origin}/`)
}

/** A token's logo, or its first letter if no logo can be loaded. */
export function TokenMark({
  symbol,
  logoUrl,
}: {
  symbol: string
  logoUrl?: string | undefined
}): ReactElement {
  const [failedUrl, setFailedUrl] = useState<string | undefined>(undefined)
  if (logoUrl === undefined || !isLoadable(logoUrl) || logoUrl === failedUrl) {
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
