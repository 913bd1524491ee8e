import type { Address, Hex } from 'viem'
import type { Turns } from '#server-kit/jobs/take-turns.ts'
import type { NodeReport } from './node-report.ts'
import type { BlockHeader } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'
import type { SimulationBlock } from './simulate.ts'

/**
 * A chain to which the service is connected, before its factory is known. Created by `openChain` (any EVM
 * chain by JSON-RPC) or `startEmbeddedChain` (the sandbox's own).
 */
export type ChainConnection = {
  /** The chain id, checked against `eth_chainId` when the connection was opened. */
  id: number
  rpc: Rpc
  /**
   * Submits a signed raw transaction to the chain's pool and returns its hash. "Already known", "nonce too
   * low" and the like arrive as RpcError. The relayer decides what they mean.
   */
  sendRawTransaction: (raw: Hex) => Promise<Hex>
  /** Calls the listener soon after new blocks. Returns the function that removes it. */
  onBlock: (listener: BlockListener) => () => void
  /**
   * The newest announced blocks, each the child of the one before. Empty if the last announcement is too old, for
   * example without a listener. Undefined if the connection does not keep announced blocks.
   */
  knownBlocks?: () => readonly BlockHeader[]
  /**
   * Reads the newest block from the node. Concurrent callers share one request. Undefined if each caller must send
   * its own request.
   */
  askNewest?: () => Promise<BlockHeader>
  /** Whether the P-256 precompile (EIP-7951) exists at 0x100. Without it the wallet verifies in Solidity. */
  hasP256Precompile: boolean
  /**
   * True if a simulated call reports the gas that its transaction needs. One simulated call then replaces an
   * estimate, for which a node makes about twenty. False on rollups, which also charge gas for data.
   */
  callTellsGas?: boolean
  /**
   * Block at which a call is simulated. Undefined means `pending`. The embedded chain runs its whole pool for
   * every call at `pending`. While its pool is busy and it makes a block every few milliseconds, this is
   * `latest`.
   */
  simulateAt?: () => SimulationBlock
  /**
   * Turns of simulations, by organization (`simulate-in-turn.ts`). Undefined means that no simulation waits for a
   * turn.
   */
  simulationTurns?: Turns
  /** True if blocks are never reorged, so that they are not checked again. */
  neverReorganizes?: boolean
  /** The probed capabilities of the node in use. Undefined if the node is known to support everything. */
  nodeReport?: () => NodeReport
  /**
   * Whether another provider has a different block at the same height. An unknown block or no response does
   * not count as a contradiction.
   */
  isContradicted?: (block: { number: bigint; hash: Hex }) => Promise<boolean>
  /**
   * Returns the reason why the chain accepts nothing at present, as a public text, or undefined. Only the embedded
   * chain has this function.
   */
  fault?: () => string | undefined
  /** Returns the memory of the chain's own process in bytes, or undefined. Only the embedded chain has this function. */
  memoryBytes?: () => number | undefined
  /** The state of the RPC providers, if there are several. */
  providers?: () => ProviderState[]
  /** Calls the listener whenever another provider is put into use. */
  onFailover?: (listener: () => void) => void
  close: () => Promise<void>
}

/** `name`: the setting with the provider's address. */
export type ProviderState = { name: string; inUse: boolean; healthy: boolean }

/** The connection that reading a chain requires. */
export type ChainReader = Pick<ChainConnection, 'rpc'>

/**
 * Receives the newest block and its transactions. Blocks may be skipped, so a listener that missed one reads
 * it from the chain.
 */
export type BlockListener = (block: { number: bigint; transactions: readonly Hex[] }) => void

/** A chain with the factory whose wallets this deployment creates. Created by `openFactory`. */
export type Chain = ChainConnection & {
  /** The `PasskeyWalletFactory`, from which every wallet address is derived (profile 2). */
  factory: Address
}
