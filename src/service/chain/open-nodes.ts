import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { adaptNode, type AdaptedNode, type NodeWays } from './adapt-node.ts'
import { readBlockHash } from './chain-data.ts'
import type { ChainConnection } from './chain.ts'
import { Failover } from './failover.ts'
import { namingSetting } from './naming-setting.ts'
import { hashSchema, quantitySchema } from './rpc-schemas.ts'
import { createRpc, TIMEOUT_MS, type Rpc } from './rpc.ts'

export type OpenChainOptions = {
  /** May contain a key, so it is never logged. */
  rpcUrl: string
  /** URL of another provider of the same chain, for comparison and failover. It is never logged either. */
  secondRpcUrl?: string | undefined
  /** The chain id that the node must return for `eth_chainId`. */
  chainId: number
  log: Logger
  timeoutMs?: number
  /** Poll interval for the newest block while there are listeners, in milliseconds. */
  pollMs?: number
  /** Interval between comparisons of two providers, in milliseconds. */
  probeMs?: number
}

const PROBE_MS = 10_000
/**
 * Request timeout in milliseconds with two providers. It is short, because the other provider can serve the request.
 */
const TIMEOUT_OF_TWO_MS = 5_000

/**
 * Opens the one or two nodes of a chain, after checking which chain they serve. One of two nodes may be down.
 *
 * @throws Error with a message for the operator if a node serves another chain
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if no node can be reached
 */
export async function openNodes(options: OpenChainOptions): Promise<Nodes> {
  const { rpcUrl, secondRpcUrl } = options
  const timeoutMs = options.timeoutMs ?? (secondRpcUrl === undefined ? TIMEOUT_MS : TIMEOUT_OF_TWO_MS)
  const first = adaptNode(createRpc({ url: rpcUrl, timeoutMs }))
  const second =
    secondRpcUrl === undefined ? undefined : adaptNode(createRpc({ url: secondRpcUrl, timeoutMs }))
  try {
    return second === undefined ? await openOne(options, first) : await openTwo(options, first, second)
  } catch (error) {
    await Promise.all([first.close(), second?.close()])
    throw error
  }
}

/** The node or nodes of a chain, behind one interface. */
type Nodes = Pick<
  ChainConnection,
  'rpc' | 'sendRawTransaction' | 'isContradicted' | 'providers' | 'onFailover' | 'close'
> & { ways: () => NodeWays }

async function openOne({ chainId }: OpenChainOptions, rpc: AdaptedNode): Promise<Nodes> {
  await requireChainId('RPC_URL', rpc, chainId)
  const sendRawTransaction = (raw: Hex) => rpc.request(hashSchema, 'eth_sendRawTransaction', [raw])
  return { rpc, ways: () => rpc.ways, sendRawTransaction, close: () => rpc.close() }
}

async function openTwo(options: OpenChainOptions, first: AdaptedNode, second: AdaptedNode): Promise<Nodes> {
  const [ofFirst, ofSecond] = await Promise.allSettled([
    requireChainId('RPC_URL', first, options.chainId),
    requireChainId('RPC_URL_2', second, options.chainId),
  ])
  const firstAnswers = answers(ofFirst)
  const secondAnswers = answers(ofSecond)
  if (ofFirst.status === 'rejected' && !secondAnswers) throw ofFirst.reason
  if (firstAnswers && secondAnswers) await compare(first, second, options.log)
  const failover = new Failover({
    first: { name: 'RPC_URL', rpc: first, failures: 0, healthy: firstAnswers },
    second: { name: 'RPC_URL_2', rpc: second, failures: 0, healthy: secondAnswers },
    log: options.log,
    probeMs: options.probeMs ?? PROBE_MS,
  })
  return {
    rpc: failover.rpc,
    ways: () => failover.ways(),
    sendRawTransaction: (raw: Hex) => failover.sendRawTransaction(raw),
    isContradicted: (block: { number: bigint; hash: Hex }) => failover.isContradicted(block),
    providers: () => failover.providers(),
    onFailover: (listener: () => void) => failover.onFailover(listener),
    close: async () => {
      failover.stop()
      await Promise.all([first.close(), second.close()])
    },
  }
}

/**
 * Returns whether a node responded. Throws if the node serves another chain, even if the other node is right,
 * because that is a wrong setting.
 */
function answers(settled: PromiseSettledResult<void>): boolean {
  if (settled.status === 'rejected' && settled.reason instanceof WrongChainError) throw settled.reason
  return settled.status === 'fulfilled'
}

class WrongChainError extends Error {
  override name = 'WrongChainError'
}

async function requireChainId(name: string, rpc: Rpc, chainId: number): Promise<void> {
  const answered = await rpc.request(quantitySchema, 'eth_chainId', []).catch(namingSetting(name))
  if (answered !== BigInt(chainId)) {
    throw new WrongChainError(
      `${name} serves chain ${answered}, but CHAIN_ID is ${chainId}. Correct one of them.`,
    )
  }
}

/**
 * Compares the blocks of two nodes, whose chains may share an id but not a history. Throws if the first blocks
 * differ. A difference in the newest blocks may be temporary, so it is only logged.
 */
async function compare(first: Rpc, second: Rpc, log: Logger): Promise<void> {
  const genesis = await Promise.all([readBlockHash(first, 0n), readBlockHash(second, 0n)])
  if (genesis.every((hash) => hash !== undefined) && genesis[0] !== genesis[1]) {
    throw new WrongChainError(
      'RPC_URL and RPC_URL_2 serve chains of the same id that do not begin with the same block. Correct one of them.',
    )
  }
  const heads = await Promise.all(
    [first, second].map((rpc) => rpc.request(quantitySchema, 'eth_blockNumber', [])),
  )
  const common = heads.reduce((min, head) => (head < min ? head : min))
  const hashes = await Promise.all([readBlockHash(first, common), readBlockHash(second, common)])
  if (hashes[0] !== hashes[1]) {
    log.error(
      { alarm: 'chain-rpc-disagreement', block: common.toString() },
      'the RPC providers have different blocks at the same height',
    )
  }
}
