import { type KnownAddress, type KnownAddresses, LOOKED_UP_MAX } from '#protocol/addresses.ts'
import { sameAddress } from '#protocol/display/address.ts'

/** An address and the facts about it. `wallets` is `unknown` if it was not compared with all wallets. */
export type LoadedAddress = KnownAddress & Pick<KnownAddresses, 'wallets'>

type Waiting = {
  address: string
  signal: AbortSignal | undefined
  resolve: (loaded: LoadedAddress) => void
  reject: (error: unknown) => void
}

/** Interval at which the loader looks whether the page's other requests have ended, in milliseconds. */
const LOOK_MS = 25
/** Maximum wait for the page's other requests, in milliseconds. */
const WAIT_MS_MAX = 1_000

/**
 * Loads addresses one by one and batches them, so that a page needs one request. While the page reads other data,
 * which may have more addresses, the request waits. It is sent when two looks in a row found nothing to wait for. If
 * the signal of an address aborts meanwhile, because its page was left, the address is not requested.
 */
export function createAddressLoader(
  send: (addresses: string[]) => Promise<KnownAddresses>,
  isReading: () => boolean = () => false,
): (address: string, signal?: AbortSignal) => Promise<LoadedAddress> {
  let waiting: Waiting[] = []

  const load = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const { addresses, wallets } = await send([...new Set(group.map(({ address }) => address))])
      for (const { address, resolve, reject } of group) {
        const found = addresses.find((one) => sameAddress(one.address, address))
        if (found === undefined) reject(new Error('The server left out an address.'))
        else resolve({ ...found, wallets })
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const flush = (latestMs: number, wasReading: boolean): void => {
    waiting = waiting.filter((one) => {
      if (one.signal?.aborted) one.reject(one.signal.reason)
      return !one.signal?.aborted
    })
    if (waiting.length === 0) return
    const reads = isReading()
    if ((reads || wasReading) && Date.now() < latestMs) {
      setTimeout(() => flush(latestMs, reads), LOOK_MS)
      return
    }
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += LOOKED_UP_MAX)
      void load(all.slice(start, start + LOOKED_UP_MAX))
  }
  return (address: string, signal?: AbortSignal) =>
    new Promise<LoadedAddress>((resolve, reject) => {
      waiting.push({ address, signal, resolve, reject })
      // Each address starts a timer, and the first timer to fire loads all addresses. With a single timer, the loader
      // would stop forever if that timer never fired.
      setTimeout(() => flush(Date.now() + WAIT_MS_MAX, false), 0)
    })
}
