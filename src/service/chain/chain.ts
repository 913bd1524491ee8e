import type { Address, Hex } from 'viem'
import type { NodeReport } from './node-report.ts'
import type { BlockHeader } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'
import type { SimulationBlock } from './simulate.ts'

/**
 * A chain the service is connected to, before it is known which factory it uses.
 * Made by `openChain` (any EVM chain by JSON-RPC) or `startEmbeddedChain` (the sandbox's own).
 */
export type ChainConnection = {
  /** The chain id, checked against `eth_chainId` when the connection was opened. */
  id: number
  rpc: Rpc
  /**
   * Hands a signed raw transaction to the chain's pool and answers its hash. "Already known", "nonce too
   * low" and the like arrive as RpcError: the relayer decides what they mean.
   */
  sendRawTransaction: (raw: Hex) => Promise<Hex>
  /** Runs the listener soon after new blocks; returns the function that ends it. */
  onBlock: (listener: BlockListener) => () => void
  /**
   * The newest blocks as they were announced a moment ago, each the child of the one before; none while no listener waits
   * for the next. Undefined if only the node knows them.
   */
  knownBlocks?: () => readonly BlockHeader[]
  /** The newest block as the node has it now, asked for once for all who want it at the moment. Undefined asks the node. */
  askNewest?: () => Promise<BlockHeader>
  /** Whether the P-256 precompile (EIP-7951) answers at 0x100; without it the wallet verifies in Solidity. */
  hasP256Precompile: boolean
  /**
   * Set where a call needs as much gas as the transaction that makes it, so that one simulated call replaces
   * an estimate, which costs the node some twenty. Not so on rollups, which charge for data besides.
   */
  callTellsGas?: boolean
  /**
   * Block at which a call is simulated. Undefined means `pending`. The embedded chain runs its whole pool for every call
   * at `pending`, so while the pool is busy, and a block comes every few milliseconds, it is `latest`.
   */
  simulateAt?: () => SimulationBlock
  /** Set where a block that was made is never taken back: it is not looked for again. */
  neverReorganizes?: boolean
  /** The ways that were chosen for the node in use. Undefined if the node is known to have everything. */
  nodeReport?: () => NodeReport
  /**
   * Whether another provider has a different block at the same height. An unknown block or no response is no
   * contradiction.
   */
  isContradicted?: (block: { number: bigint; hash: Hex }) => Promise<boolean>
  /** The reason why the chain accepts nothing at present, as a public text. Undefined if only the node knows. */
  fault?: () => string | undefined
  /** The state of the RPC providers, where there are several. */
  providers?: () => ProviderState[]
  /** Runs the listener whenever another provider is taken into use. */
  onFailover?: (listener: () => void) => void
  close: () => Promise<void>
}

/** `name`: the setting that gave the provider's address. */
export type ProviderState = { name: string; inUse: boolean; healthy: boolean }

/** The connection that reading a chain requires. */
export type ChainReader = Pick<ChainConnection, 'rpc'>

/**
 * The newest block and its transactions. Blocks may be skipped: a listener that missed one asks the chain.
 */
export type BlockListener = (block: { number: bigint; transactions: readonly Hex[] }) => void

/** A chain with the factory whose wallets this deployment creates. Made by `openFactory`. */
export type Chain = ChainConnection & {
  /** The `PasskeyWalletFactory`; every wallet address is derived from it (profile 2). */
  factory: Address
}
