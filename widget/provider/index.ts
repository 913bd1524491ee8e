import './from-tag.ts'

/**
 * `latchkey/provider`: an EIP-1193 provider on top of the element, for code that uses viem, wagmi or ethers.
 * Importing it has no side effects, on a server too. A script tag of the published file creates a provider
 * from its attributes.
 */
export { createProvider } from './provider.ts'
export { ProviderRpcError } from './rpc-error.ts'
export type { ProviderOptions } from './options.ts'
export type { LatchkeyProvider } from './provider.ts'
