import { checksumAddress } from '#protocol/display/address.ts'
import { isAddress } from '#protocol/signing/word.ts'
import { X402Error } from './x402-error.ts'

type Hex = `0x${string}`

/**
 * The wallet: `createProvider` of `latchkey/provider`, or wagmi's `connector.getProvider()`.
 *
 * @example
 * const wallet: WalletProvider = createProvider({ apiUrl: 'https://wallets.example', chainId: 84001, getToken })
 */
export type WalletProvider = {
  request: (request: { method: string; params?: unknown }) => Promise<unknown>
}

/** Typed data in the form of EIP-712. Integers may be bigints. */
type TypedData = {
  domain: Record<string, unknown>
  types: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}

/**
 * A signer for the client of `@x402/evm`.
 *
 * @example
 * const signer: X402Signer = await createX402Signer(provider)
 */
export type X402Signer = {
  readonly address: Hex
  /** Opens the wallet, which displays the typed data. Rejects with the provider's error if it is not signed. */
  signTypedData: (typedData: TypedData) => Promise<Hex>
}

/**
 * Makes the wallet a signer for the client of `@x402/evm`, for integrators who use `@x402/fetch`, `@x402/axios` or
 * schemes of their own. Asks for the user's wallet if the page is not connected yet.
 *
 * @throws X402Error `UNEXPECTED_ANSWER`, or the provider's error
 *
 * @example
 * const client = new x402Client().register('eip155:8453', new ExactEvmScheme(await createX402Signer(provider)))
 */
export async function createX402Signer(provider: WalletProvider): Promise<X402Signer> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const [account]: unknown[] = Array.isArray(accounts) ? accounts : []
  if (typeof account !== 'string' || !isAddress(account))
    throw new X402Error('UNEXPECTED_ANSWER', 'eth_requestAccounts returned no address')
  const address = checksumAddress(account)
  return {
    address,
    async signTypedData({ domain, types, primaryType, message }) {
      const typedData = JSON.stringify({ domain, types, primaryType, message }, writeBigint)
      const signature = await provider.request({
        method: 'eth_signTypedData_v4',
        params: [address, typedData],
      })
      if (!isHex(signature))
        throw new X402Error('UNEXPECTED_ANSWER', 'eth_signTypedData_v4 returned no signature')
      return signature
    },
  }
}

/** JSON has no bigints. Wallets read integers of typed data as decimal strings. */
function writeBigint(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-fA-F]{2})+$/.test(value)
}
