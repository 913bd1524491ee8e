import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ApiError } from '#server-kit/http/http-error.ts'
import { NoTipError, PENDING_PROBES, type NodeWays } from './adapt-node.ts'
import { readReceipt } from './chain-data.ts'
import { UnsupportedChainError } from './chain-features.ts'
import { findTransaction } from './find-transaction.ts'
import { PENDING_METHODS, type NodeReport, type PendingMethod, type TipWay } from './node-report.ts'
import { blockSchema, quantity, quantitySchema, type Block } from './rpc-schemas.ts'
import {
  isMethodMissing,
  isProvidersFault,
  NotServedAnswer,
  RpcError,
  UnexpectedAnswer,
  type Rpc,
} from './rpc.ts'
import type { SimulationBlock } from './simulate.ts'

type Asked = { rpc: Rpc; ways: NodeWays }

/** Thrown if the node responded, but not with what the service needs. */
class MissingPart extends Error {
  override name = 'MissingPart'
}

/**
 * Probes everything that executing a call needs from a node. Each part may be provided in several ways.
 *
 * @throws UnsupportedChainError with one message that names everything that the node does not provide in any way
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if the node cannot be reached
 */
export async function probeNode(asked: Asked, { chainId }: { chainId: number }): Promise<NodeReport> {
  const missing: string[] = []
  const orMissing = async <Part>(part: Promise<Part>, other: Part): Promise<Part> =>
    part.catch((error: unknown) => {
      if (!(error instanceof MissingPart)) throw error
      missing.push(error.message)
      return other
    })
  const block = await orMissing(readNewestBlock(asked), undefined)
  const hasBaseFee = block?.baseFeePerGas !== undefined
  const tip = await orMissing(probeTip(asked, hasBaseFee), 'eth_gasPrice')
  const blockTags = await probeTags((method) => orMissing(probeTag(asked, method), 'latest'))
  const receipts = block === undefined ? 'unknown' : await orMissing(probeReceipt(asked, block), 'unknown')
  await orMissing(probeSending(asked), undefined)
  if (missing.length > 0) throw new UnsupportedChainError(sentence(chainId, missing))
  return { blockTags, tip, hasBaseFee, receipts }
}

function sentence(chainId: number, missing: readonly string[]): string {
  return (
    `The node of chain ${chainId} at RPC_URL cannot serve wallets: ${missing.join('; ')}. ` +
    'Nothing could be sent through it. Use another node, or have these methods allowed.'
  )
}

/** Maximum tries with a busy node, and the pause between them in milliseconds. */
const TRIES_MAX = 8
const PAUSE_MS = 100

/**
 * Treats a refusal, or a response of the wrong shape, as a part that the node lacks. Retries while the node is busy.
 */
async function required<Answer>(ask: () => Promise<Answer>, lacks: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      const isRefused = error instanceof RpcError && !isProvidersFault(error)
      if (isRefused || error instanceof UnexpectedAnswer || error instanceof NoTipError)
        throw new MissingPart(lacks, { cause: error })
      const isBusy = error instanceof ApiError && error.code === 'CHAIN_FAILED'
      const isLast = !isBusy || tries === TRIES_MAX
      if (isLast && error instanceof NotServedAnswer) throw new MissingPart(lacks, { cause: error })
      if (isLast) throw error
      await wait(PAUSE_MS)
    }
  }
}

function readNewestBlock({ rpc }: Asked): Promise<Block> {
  const lacks = 'eth_getBlockByNumber gives no block with number, hash, parentHash and timestamp'
  return required(() => rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false]), lacks)
}

async function probeTip({ rpc, ways }: Asked, hasBaseFee: boolean): Promise<TipWay> {
  if (hasBaseFee) {
    const lacks = 'none of eth_maxPriorityFeePerGas, eth_feeHistory and eth_gasPrice gives a tip'
    return required(() => ways.tip(), lacks)
  }
  await required(() => rpc.request(quantitySchema, 'eth_gasPrice', []), 'eth_gasPrice gives no price')
  return 'eth_gasPrice'
}

async function probeTags(readTag: (method: PendingMethod) => Promise<SimulationBlock>) {
  const tags = await Promise.all(
    PENDING_METHODS.map(async (method) => [method, await readTag(method)] as const),
  )
  const found: NodeReport['blockTags'] = {
    eth_call: 'pending',
    eth_estimateGas: 'pending',
    eth_getTransactionCount: 'pending',
    eth_getCode: 'pending',
  }
  for (const [method, tag] of tags) found[method] = tag
  return found
}

/** Calls a method once, with the block tag that was chosen for it. Returns this tag. */
async function probeTag({ rpc, ways }: Asked, method: PendingMethod): Promise<SimulationBlock> {
  const ask = async () => {
    const tag = await ways.blockTag(method)
    await rpc.request(z.string(), method, [...PENDING_PROBES[method], 'pending'])
    return tag
  }
  return required(ask, `${method} is served neither at “pending” nor at “latest”`)
}

/** Number of newest blocks that are searched for a transaction. */
const RECEIPT_BLOCKS = 4n

async function probeReceipt({ rpc }: Asked, newest: Block): Promise<NodeReport['receipts']> {
  let block: Block | null = newest
  for (let back = 0n; back < RECEIPT_BLOCKS && block !== null; back += 1n) {
    const hash = block.transactions.at(-1)
    if (hash !== undefined) {
      const lacks =
        'eth_getTransactionReceipt gives no receipt with transactionHash, blockNumber, blockHash and status'
      const receipt = await required(() => readReceipt({ rpc }, hash), lacks)
      await required(() => findTransaction({ rpc }, hash), 'eth_getTransactionByHash is not served')
      return receipt === null ? 'unknown' : 'read'
    }
    const below: bigint = newest.number - back - 1n
    if (below < 0n) return 'unknown'
    const params = [quantity(below), false]
    block = await required(
      () => rpc.request(z.nullable(blockSchema), 'eth_getBlockByNumber', params),
      'eth_getBlockByNumber gives no earlier block',
    )
  }
  return 'unknown'
}

/** Sends empty bytes, which are no transaction. A node that accepts transactions rejects them as such. */
async function probeSending({ rpc }: Asked): Promise<void> {
  const ask = () =>
    rpc.request(z.unknown(), 'eth_sendRawTransaction', ['0x']).catch((error: unknown) => {
      const isRefused = error instanceof RpcError && !isProvidersFault(error)
      if (!isRefused || isMethodMissing(error)) throw error
    })
  await required(ask, 'eth_sendRawTransaction is not served')
}
