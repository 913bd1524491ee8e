import type { Logger } from 'pino'
import { createJobLoop } from '#server-kit/jobs/job-loop.ts'
import { readBlocksBetween, REORG_DEPTH_MAX } from './chain-data.ts'
import { requireOpcodes, hasP256Precompile, UnsupportedChainError } from './chain-features.ts'
import type { BlockListener, ChainConnection } from './chain.ts'
import { findOldHead } from './old-head.ts'
import { openNodes, type OpenChainOptions } from './open-nodes.ts'
import { probeNode } from './probe-node.ts'
import { blockSchema, type Block, type BlockHeader } from './rpc-schemas.ts'
import type { Rpc } from './rpc.ts'

const POLL_MS = 1_000
const POLL_MS_MAX = 15_000
/** Number of polls for which the cached head block is reused. */
const FRESH_POLLS = 2
const KNOWN_MAX = Number(REORG_DEPTH_MAX)
const NO_PRECOMPILE =
  'the chain has no P-256 precompile: wallets verify passkeys in Solidity, for about 240,000 gas more'
const OLD_HEAD =
  'Check that the node is synchronized and that this clock is correct: until then balances are old, and nothing is confirmed'

/**
 * Connects to an EVM chain by JSON-RPC, with one provider or with two of which one is in use (ADR 0015).
 *
 * @throws Error with a message for the operator if a node serves another chain
 * @throws UnsupportedChainError if wallets could never send anything on the chain
 * @throws ApiError CHAIN_FAILED or CHAIN_TIMEOUT if no node can be reached
 */
export async function openChain(options: OpenChainOptions): Promise<ChainConnection> {
  const nodes = await openNodes(options)
  const watcher = watchBlocks(nodes.rpc, options.log, options.pollMs ?? POLL_MS)
  let stopProbing = () => {}
  const close = async () => {
    watcher.stop()
    stopProbing()
    await nodes.close()
  }
  try {
    await requireOpcodes(nodes.rpc, options)
    const probe = await watchNode(nodes, options)
    stopProbing = probe.stop
    const precompile = await hasP256Precompile(nodes.rpc)
    const { log, chainId } = options
    // Without the precompile, every execute costs about 240,000 gas more, so the operator is warned.
    if (precompile) log.info({ chainId, precompile }, 'the chain verifies passkeys by its precompile')
    else log.warn({ chainId, precompile }, NO_PRECOMPILE)
    const old = await findOldHead(nodes.rpc)
    if (old !== undefined) log.warn({ chainId }, `${old} ${OLD_HEAD}`)
    const { onBlock, knownBlocks, askNewest } = watcher
    const blocks = { onBlock, knownBlocks, askNewest }
    return {
      id: options.chainId,
      ...nodes,
      ...blocks,
      nodeReport: probe.report,
      hasP256Precompile: precompile,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Nodes = Awaited<ReturnType<typeof openNodes>>

/** Probes the node in use. After a failover, probes the new node. */
async function watchNode(nodes: Nodes, options: OpenChainOptions) {
  const { log, chainId } = options
  const probe = () => probeNode({ rpc: nodes.rpc, ways: nodes.ways() }, { chainId })
  let report = await probe()
  let isStopped = false
  async function probeAgain(): Promise<void> {
    try {
      report = await probe()
    } catch (error) {
      if (isStopped) return
      if (error instanceof UnsupportedChainError)
        log.error({ alarm: 'chain-rpc-lacking', chainId, err: error }, 'the RPC provider lacks methods')
      else log.warn({ chainId, err: error }, 'the RPC provider could not be asked for its methods')
    }
  }
  nodes.onFailover?.(() => void probeAgain())
  return {
    /** The capabilities of the node that was probed last. */
    report: () => report,
    stop: () => {
      isStopped = true
    },
  }
}

function watchBlocks(rpc: Rpc, log: Logger, pollMs: number) {
  const listeners = new Set<BlockListener>()
  let failures = 0
  let known: readonly BlockHeader[] = []
  let seenAtMs = 0
  let asking: Promise<Block> | undefined

  function askNewest(): Promise<Block> {
    asking ??= rpc.request(blockSchema, 'eth_getBlockByNumber', ['latest', false]).finally(() => {
      asking = undefined
    })
    return asking
  }
  async function poll(): Promise<void> {
    if (listeners.size === 0) return
    try {
      const block = await askNewest()
      const last = known.at(-1)
      const blocks = block.hash === last?.hash ? [] : [...(await missedBlocks(rpc, last, block)), block]
      failures = 0
      seenAtMs = performance.now()
      known = blocks.reduce(withBlock, known)
      for (const { number, transactions } of blocks)
        for (const listener of listeners) listener({ number, transactions })
    } catch (error) {
      failures += 1
      // Throws only the first of consecutive failures, so that it is logged once.
      if (failures === 1) throw error
    }
  }
  const loop = createJobLoop({
    round: poll,
    pollMs: () => Math.min(pollMs * 2 ** Math.min(failures, 8), POLL_MS_MAX),
    log,
    complaint: 'the chain does not respond; asking again',
  })
  loop.start()
  return {
    onBlock: (listener: BlockListener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    askNewest,
    knownBlocks: () => (performance.now() - seenAtMs <= FRESH_POLLS * pollMs ? known : []),
    stop: () => {
      listeners.clear()
      void loop.stop()
    },
  }
}

/**
 * Reads the blocks between two polls once for all listeners. Omits blocks that were missed in a long outage. Callers
 * that need these read them on their own.
 */
async function missedBlocks(rpc: Rpc, last: BlockHeader | undefined, { number }: Block): Promise<Block[]> {
  const isNear = last !== undefined && number - last.number <= REORG_DEPTH_MAX
  return isNear ? readBlocksBetween({ rpc }, last.number, number).catch(() => []) : []
}

/** Keeps only ancestors of the newest block: no replaced blocks, and nothing below a gap. */
function withBlock(known: readonly BlockHeader[], block: BlockHeader): readonly BlockHeader[] {
  const parent = known.findLastIndex(({ hash }) => hash === block.parentHash)
  return [...known.slice(0, parent + 1), block].slice(-KNOWN_MAX)
}
