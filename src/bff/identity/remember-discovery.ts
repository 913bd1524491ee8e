import type { Configure } from './discover-provider.ts'

/** Time for which a provider's endpoints are reused, in milliseconds. */
const DISCOVERY_MS = 3_600_000

/** The discovered provider. `forget` discovers it again on the next use. */
export type RememberedDiscovery = { read: () => Promise<Configure>; forget: () => void }

/** Remembers a discovery for an hour. A failed one is not remembered. */
export function rememberDiscovery(discover: () => Promise<Configure>): RememberedDiscovery {
  let known: { found: Promise<Configure>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const read = (): Promise<Configure> => {
    if (known !== undefined && Date.now() < known.until) return known.found
    const found = discover().catch((error: unknown) => {
      if (known?.found === found) forget()
      throw error
    })
    known = { found, until: Date.now() + DISCOVERY_MS }
    return found
  }
  return { read, forget }
}
