import './from-tag.ts'

/**
 * `latchkey/provider`: an EIP-1193 provider over the element, for code that uses viem, wagmi or ethers. Importing it has
 * no effect, on a server too; a tag of the published file makes a provider of its attributes.
 */
export { createProvider } from './provider.ts'
export { ProviderRpcError } from './rpc-error.ts'
export type { ProviderOptions } from './options.ts'
export type { LatchkeyProvider } from './provider.ts'
