import type { Logger } from 'pino'
import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Clock } from '#server-kit/clock.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { BUNDLE_CONTRACT, deployBundleContract } from '#service/chain/bundle-contract.ts'
import { probeOpcodes } from '#service/chain/chain-features.ts'
import type { ChainConnection } from '#service/chain/chain.ts'
import { readNativeBalance } from '#service/chain/erc20.ts'
import { knownFactory, openFactory } from '#service/chain/factory-contract.ts'
import type { NodeReport } from '#service/chain/node-report.ts'
import { blockSchema } from '#service/chain/rpc-schemas.ts'
import { RpcError, UnexpectedAnswer } from '#service/chain/rpc.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import type { Database } from '#service/db/database.ts'
import { scanLogs } from '#service/holdings/read-range.ts'
import { findLackingLogs } from '#service/holdings/watch-kept-logs.ts'
import { createRelay } from '#service/relayer/create-relay.ts'
import { createFeeSource, type FeeSettings } from '#service/relayer/fees.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { sendAndWait } from '#service/relayer/relay.ts'
import type { Signer } from '#service/relayer/sign-attempt.ts'

/**
 * Deploys the wallet factory and the bundle contract, paid by the relayer's keys, unless they exist. Their
 * addresses are the same on every chain and for any deployer. Repeating the call changes nothing.
 *
 * @throws Error with a message for the operator if another contract has the address
 */
export async function deployContracts(options: {
  db: Database
  chain: ChainConnection
  signers: readonly Signer[]
  clock: Clock
  log: Logger
  settings?: Partial<FeeSettings>
}): Promise<{ factory: Address; wasThere: boolean }> {
  const { db, chain } = options
  const wasThere = await isDeployed(chain, await knownFactory(db, chain.id))
  const relay = createRelay({ ...options, settings: { ...options.settings, confirmations: 1 } })
  await relay.start()
  try {
    const send = sendAndWait(relay, 'deployment')
    const { factory } = await openFactory(db, chain, send)
    await deployBundleContract(chain, send)
    return { factory: checksumAddress(factory), wasThere }
  } finally {
    await relay.stop()
  }
}

/**
 * Number of newest blocks whose logs are read. On a chain in use, these blocks have the log of at least one token.
 */
const LOG_BLOCKS = 10n

/** Facts about the chain that an operator needs before the service starts on it. */
export type ChainInspection = {
  blockNumber: bigint
  blockTime: Date
  /** Whether the chain has the opcodes that wallets need. False if its node cannot test that. */
  hasOpcodes: boolean
  hasP256Precompile: boolean
  /** Whether the node returns logs, from which the history is read, in a known format. */
  logs: 'understood' | 'not-understood' | 'refused'
  /** The first block whose logs are not read yet, if the node has deleted them. */
  lackingFrom: bigint | undefined
  node: NodeReport | undefined
  /** The price per gas of a transaction now and its limit, in wei. The price is undefined if it is above the limit. */
  fees: { limit: bigint; price: bigint | undefined; tip: bigint | undefined }
  factory: Address
  factoryDeployed: boolean
  bundleContract: Address
  bundleContractDeployed: boolean
  balances: { relayer: Address; wei: bigint }[]
}

/**
 * Reads facts and changes nothing. `db` is undefined before the first start.
 *
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT
 */
export async function inspectChain(
  db: Database | undefined,
  chain: ChainConnection,
  relayers: readonly Address[],
  fees: Partial<FeeSettings> = {},
): Promise<ChainInspection> {
  const block = await chain.rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
  const factory = await knownFactory(db, chain.id)
  const balances = await Promise.all(
    relayers.map(async (relayer) => ({ relayer, wei: await readNativeBalance(chain, relayer) })),
  )
  return {
    blockNumber: block.number,
    blockTime: new Date(Number(block.timestamp) * 1_000),
    hasOpcodes: (await probeOpcodes(chain.rpc)) === 'present',
    hasP256Precompile: chain.hasP256Precompile,
    logs: await tryLogs(chain, block.number),
    lackingFrom: db && (await findLackingLogs(db, chain)),
    node: chain.nodeReport?.(),
    fees: await inspectFees(chain, fees),
    factory,
    factoryDeployed: await isDeployed(chain, factory),
    bundleContract: BUNDLE_CONTRACT,
    bundleContractDeployed: await isDeployed(chain, BUNDLE_CONTRACT),
    balances,
  }
}

async function inspectFees(
  chain: ChainConnection,
  settings: Partial<FeeSettings>,
): Promise<ChainInspection['fees']> {
  const clock = { now: () => new Date() }
  const source = createFeeSource(chain, clock, { ...RELAY_DEFAULTS, ...settings })
  const limit = await source.limit()
  const fees = await source.current().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAVAILABLE') return undefined
    throw error
  })
  return { limit, price: fees?.maxFeePerGas, tip: fees?.maxPriorityFeePerGas }
}

async function tryLogs(chain: ChainConnection, head: bigint): Promise<ChainInspection['logs']> {
  const from = head > LOG_BLOCKS ? head - LOG_BLOCKS : 0n
  try {
    await scanLogs(chain, { from, to: head }, 'all')
    return 'understood'
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return 'not-understood'
    if (error instanceof RpcError) return 'refused'
    throw error
  }
}
