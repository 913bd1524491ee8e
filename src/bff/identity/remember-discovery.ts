import type { Configure } from './discover-provider.ts'

/** Time for which a provider's endpoints are reused, in milliseconds. */
const DISCOVERY_MS = 3_600_000
/** Time for which known endpoints are reused after they could not be discovered again, in milliseconds. */
const RETRY_MS = 60_000

/** The discovered provider. `forget` discovers it again on the next use. */
export type RememberedDiscovery = { read: () => Promise<Configure>; forget: () => void }

/** Remembers a discovery for an hour. If it then fails, the known endpoints stay in use. */
export function rememberDiscovery(discover: () => Promise<Configure>): RememberedDiscovery {
  let known: { found: Promise<Configure>; until: number } | undefined
  const forget = (): void => {
    known = undefined
  }
  const read = (): Promise<Configure> => {
    const previous = known
    if (previous !== undefined && Date.now() < previous.until) return previous.found
    const found = discover().catch((error: unknown) => {
      const isCurrent = known?.found === found
      if (isCurrent) known = previous && { found: previous.found, until: Date.now() + RETRY_MS }
      if (previous === undefined) throw error
      return previous.found
    })
    known = { found, until: Date.now() + DISCOVERY_MS }
    return found
  }
  return { read, forget }
}
