import type { Logger } from 'pino'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import type { BlockListener, ChainConnection } from './chain.ts'
import { openNodes, type OpenChainOptions } from './open-nodes.ts'
import { requireOpcodes, hasP256Precompile } from './chain-features.ts'
import type { Rpc } from './rpc.ts'
import { blockSchema, type BlockHeader } from './rpc-schemas.ts'

const POLL_MS = 1_000
const POLL_MS_MAX = 15_000
/** For so many polls the newest block counts as known. */
const FRESH_POLLS = 2

/**
 * Connects to an EVM chain by JSON-RPC, by one provider or by two of which one is in use (ADR 0015).
 *
 * @throws Error with a sentence for the operator when a node serves another chain
 * @throws UnsupportedChainError when wallets could never send anything on the chain
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT when no node can be asked
 */
export async function openChain(options: OpenChainOptions): Promise<ChainConnection> {
  const nodes = await openNodes(options)
  const watcher = watchBlocks(nodes.rpc, options.log, options.pollMs ?? POLL_MS)
  const close = async () => {
    watcher.stop()
    await nodes.close()
  }
  try {
    await requireOpcodes(nodes.rpc, options)
    const precompile = await hasP256Precompile(nodes.rpc)
    logPrecompile(options.log, options.chainId, precompile)
    const { onBlock, newest } = watcher
    return { id: options.chainId, ...nodes, onBlock, newest, hasP256Precompile: precompile, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One line for the operator: without the precompile every execute costs about 240,000 gas more. */
function logPrecompile(log: Logger, chainId: number, precompile: boolean): void {
  if (precompile) log.info({ chainId, precompile }, 'the chain verifies passkeys by its precompile')
  else {
    log.warn(
      { chainId, precompile },
      'the chain has no P-256 precompile: wallets verify passkeys in Solidity, for about 240,000 gas more',
    )
  }
}

function watchBlocks(rpc: Rpc, log: Logger, pollMs: number) {
  const listeners = new Set<BlockListener>()
  let failures = 0
  let newest: { block: BlockHeader; seenAtMs: number } | undefined

  async function poll(): Promise<void> {
    if (listeners.size === 0) return
    try {
      const block = await rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false])
      failures = 0
      const isKnown = block.hash === newest?.block.hash
      newest = { block, seenAtMs: performance.now() }
      if (isKnown) return
      for (const listener of listeners) listener({ number: block.number, transactions: block.transactions })
    } catch (error) {
      failures += 1
      // Once is enough for the log.
      if (failures === 1) throw error
    }
  }
  const loop = createJobLoop({
    round: poll,
    pollMs: () => Math.min(pollMs * 2 ** Math.min(failures, 8), POLL_MS_MAX),
    log,
    complaint: 'the chain does not answer; asking again',
  })
  loop.start()
  return {
    onBlock: (listener: BlockListener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    newest: () => {
      const isFresh = newest !== undefined && performance.now() - newest.seenAtMs <= FRESH_POLLS * pollMs
      return isFresh ? newest?.block : undefined
    },
    stop: () => {
      listeners.clear()
      void loop.stop()
    },
  }
}
