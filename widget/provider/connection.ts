import { sameAddress } from '#protocol/display/address.ts'
import { browserStore } from '#widget/memory.ts'
import type { ProviderOptions } from './options.ts'
import { ProviderRpcError } from './rpc-error.ts'

/** The events of EIP-1193. The chain is always the same. */
export type ProviderEvents = {
  connect: { chainId: string }
  disconnect: ProviderRpcError
  accountsChanged: string[]
  chainChanged: string
}
export type ProviderListener<Name extends keyof ProviderEvents> = (payload: ProviderEvents[Name]) => void
type Listen = <Name extends keyof ProviderEvents>(name: Name, listener: ProviderListener<Name>) => void
export type Connection = {
  /** The chain of the wallets, as hex. */
  chainId: string
  /** Whether a number, as hex or in decimal digits, is `chainId`. */
  isOwnChain: (chain: string) => boolean
  accounts: () => string[]
  on: Listen
  removeListener: Listen
  /** @throws ProviderRpcError 4100 */
  account: (wanted?: string) => string
  connect: (address: string) => string[]
  disconnect: () => void
}

/**
 * The wallet that the page is connected to, or the one in the options, and its events. The connection
 * outlasts a reload and grants nothing, because permissions come from the token.
 */
export function createConnection({
  apiUrl,
  chainId: chain,
  walletAddress: only,
}: ProviderOptions): Connection {
  const key = `latchkey:provider:${apiUrl}:${chain}`
  const chainId = `0x${chain.toString(16)}`
  const store = browserStore()
  const listeners = new Map<string, Set<(payload: never) => void>>()

  function emit(name: keyof ProviderEvents, payload: unknown): void {
    // A listener that throws does not stop the others.
    for (const listener of listeners.get(name) ?? [])
      queueMicrotask(() => Reflect.apply(listener, undefined, [payload]))
  }
  const on: Listen = (name, listener) =>
    void listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
  const removeListener: Listen = (name, listener) => void listeners.get(name)?.delete(listener)

  function accounts(): string[] {
    const stored = store.getItem(key) ?? ''
    return sameAddress(stored, only ?? stored) ? [stored] : []
  }

  return {
    chainId,
    isOwnChain: (chain) => BigInt(chain) === BigInt(chainId),
    accounts,
    on,
    removeListener,
    account(wanted = accounts()[0]): string {
      const found = accounts().find((one) => sameAddress(one, wanted ?? ''))
      if (found !== undefined) return found
      throw new ProviderRpcError(4100, 'The wallet is not connected: use an address of eth_requestAccounts')
    },
    connect(address: string): string[] {
      if (address === accounts()[0]) return [address]
      store.setItem(key, address)
      emit('connect', { chainId })
      emit('accountsChanged', [address])
      return [address]
    },
    disconnect(): void {
      store.removeItem(key)
      emit('accountsChanged', [])
      emit('disconnect', new ProviderRpcError(4900, 'The page has disconnected the wallet'))
    },
  }
}
