import * as z from 'zod/mini'
import { quantity, quantitySchema } from '#service/chain/rpc-schemas.ts'
import type { Fault, FaultTools } from '#service/testing/fault-proxy.ts'
import { changing, eachNth, replying, SEND, withFields, type FaultRow } from './fault-row.ts'

const RECEIPT = 'eth_getTransactionReceipt'
const OTHER_BLOCK = `0x${'0b'.repeat(32)}`
/** Time for which receipts are hidden, in milliseconds. */
const HIDDEN_MS = 45_000

async function readHead({ ask }: FaultTools): Promise<bigint> {
  const answer = await ask({ method: 'eth_blockNumber', params: [] })
  return 'error' in answer ? 0n : z.parse(quantitySchema, answer.result)
}

const rangeSchema = z.object({ fromBlock: quantitySchema, toBlock: quantitySchema })

/** Refuses logs of more blocks than it allows. */
function logsOfAtMost(blocks: bigint, error: { code: number; message: string }): () => Fault {
  return replying(({ method, params: [filter] }) => {
    const range = rangeSchema.safeParse(filter)
    if (method !== 'eth_getLogs' || !range.success) return undefined
    const { fromBlock, toBlock } = range.data
    return toBlock - fromBlock + 1n > blocks ? { error } : undefined
  })
}

/** Responds with data of an older block, like a node that lags behind. */
function behind(methods: readonly string[], blocks: bigint): Fault {
  return async ({ method, params }, tools) => {
    const at = params.findIndex((param) => param === 'latest' || param === 'pending')
    if (method === 'eth_blockNumber' && methods.includes(method))
      return { result: quantity((await readHead(tools)) - blocks) }
    if (!methods.includes(method) || at === -1) return tools.ask()
    const block = quantity((await readHead(tools)) - blocks)
    return tools.ask({ method, params: params.map((param, index) => (index === at ? block : param)) })
  }
}

/** Faults of the newest block, its content, and the node's clock. */
export const BLOCK_FAULTS: readonly FaultRow[] = [
  {
    name: 'a newest block that goes back and forth between two nodes',
    create: eachNth(2, behind(['eth_blockNumber', 'eth_getBlockByNumber'], 2n)),
    from: 'wallets',
    seen: 'works',
  },
  {
    name: 'calls whose result is a block behind',
    create: () => behind(['eth_call', 'eth_getCode'], 1n),
    from: 'wallets',
    seen: 'works',
  },
  {
    name: 'nonces that are a block behind',
    create: () => behind(['eth_getTransactionCount'], 1n),
    from: 'wallets',
    seen: 'works',
  },
  {
    name: 'receipts that are null for 45 seconds',
    create: () => {
      const first = new Map<unknown, number>()
      return ({ method, params: [hash] }, { ask, now }) => {
        if (method !== RECEIPT) return ask()
        const since = first.get(hash) ?? now()
        first.set(hash, since)
        return now() - since < HIDDEN_MS ? { result: null } : ask()
      }
    },
    from: 'calls',
    seen: 'works',
    clockStepMs: 2_000,
  },
  {
    name: 'receipts of a block that was taken back',
    create: () => {
      const asked = new Map<unknown, number>()
      return async ({ method, params: [hash] }, { ask }) => {
        const answer = await ask()
        if (method !== RECEIPT || 'error' in answer) return answer
        const times = (asked.get(hash) ?? 0) + 1
        asked.set(hash, times)
        return times > 3 ? answer : { result: withFields(answer.result, { blockHash: OTHER_BLOCK }) }
      }
    },
    from: 'calls',
    seen: 'works',
    node: { blockTime: 1 },
    service: { settings: { confirmations: 2 } },
  },
  {
    name: 'receipts of another transaction at first',
    create: () => {
      const asked = new Set<unknown>()
      return async ({ method, params: [hash] }, { ask }) => {
        const answer = await ask()
        if (method !== RECEIPT || 'error' in answer || asked.has(hash)) return answer
        asked.add(hash)
        return { result: withFields(answer.result, { transactionHash: OTHER_BLOCK }) }
      }
    },
    from: 'start',
    seen: 'works',
  },
  {
    name: 'null for the newest block at every fourth request',
    create: () => {
      let requests = 0
      return ({ method }, { ask }) => {
        if (method !== 'eth_getBlockByNumber') return ask()
        requests += 1
        return requests % 4 === 0 ? { result: null } : ask()
      }
    },
    from: 'wallets',
    seen: 'works',
  },
  {
    name: '“header not found” for every fifth request',
    create: eachNth(5, ({ method }, { ask }) =>
      method === SEND ? ask() : { error: { code: -32_000, message: 'header not found' } },
    ),
    from: 'wallets',
    seen: 'works when repeated',
  },
  {
    name: 'logs of at most 10 blocks',
    create: logsOfAtMost(10n, { code: -32_600, message: 'eth_getLogs is limited to a 10 block range' }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'too many logs in more than one block',
    create: logsOfAtMost(1n, { code: -32_005, message: 'query returned more than 10000 results' }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'timestamps of blocks that are five minutes ahead',
    create:
      () =>
      (_request, { ask }) =>
        ask(),
    from: 'start',
    seen: 'works',
    chainAheadSeconds: 300,
  },
  {
    name: 'timestamps of blocks that are five minutes behind',
    create: changing('eth_getBlockByNumber', (result) => {
      const { timestamp } = z.parse(z.looseObject({ timestamp: quantitySchema }), result)
      return withFields(result, { timestamp: quantity(timestamp - 300n) })
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'a clock that is a day ahead',
    create:
      () =>
      (_request, { ask }) =>
        ask(),
    from: 'start',
    seen: { refused: 'each request', sentence: 'The transaction would fail' },
    chainAheadSeconds: 86_400,
  },
  {
    name: 'another chain once the calls begin',
    create:
      () =>
      (_request, { askOther }) =>
        askOther(),
    needsOther: true,
    from: 'calls',
    seen: { refused: 'each request', sentence: '' },
  },
]
