import { type KnownAddress, type KnownAddresses, LOOKED_UP_MAX } from '#protocol/addresses.ts'
import { sameAddress } from '#protocol/display/address.ts'

/** An address and the facts about it. `wallets` is `unknown` if it was not compared with all wallets. */
export type LoadedAddress = KnownAddress & Pick<KnownAddresses, 'wallets'>

type Waiting = {
  address: string
  resolve: (loaded: LoadedAddress) => void
  reject: (error: unknown) => void
}

/** Loads addresses one by one and batches all addresses of one tick, so a page needs one request. */
export function createAddressLoader(
  send: (addresses: string[]) => Promise<KnownAddresses>,
): (address: string) => Promise<LoadedAddress> {
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
  const flush = (): void => {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += LOOKED_UP_MAX)
      void load(all.slice(start, start + LOOKED_UP_MAX))
  }
  return (address: string) =>
    new Promise<LoadedAddress>((resolve, reject) => {
      waiting.push({ address, resolve, reject })
      // Each address has a timer, and the first takes all. A timer that never runs would otherwise stop the loader.
      setTimeout(flush, 0)
    })
}
