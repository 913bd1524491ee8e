import { isHex, keccak256, parseTransaction } from 'viem'
import { quantity } from '#service/chain/rpc-schemas.ts'
import type { Fault, NodeRequest } from '#service/testing/fault-proxy.ts'
import { changing, firstOffers, replying, SEND, type FaultRow } from './fault-row.ts'

const GWEI = 1_000_000_000n
const MINIMUM_TIP = 25n * GWEI
const OTHER_HASH = `0x${'5e'.repeat(32)}`

/** The error of a mempool that does not accept the transaction. */
const refusal =
  (message: string, code = -32_000): Fault =>
  () => ({ error: { code, message } })
/** The error of a mempool that accepts the transaction nevertheless. */
const takenWith =
  (message: string): Fault =>
  async (_request, { ask }) => {
    await ask()
    return { error: { code: -32_000, message } }
  }

/** The hash under which the mempool knows a transaction. */
function hashOf({ params: [raw] }: NodeRequest): string {
  return isHex(raw) ? keccak256(raw) : '0x'
}

/** The tip that a transaction pays. Undefined if it pays none. */
function tipOf({ method, params: [raw] }: NodeRequest): bigint | undefined {
  if (method !== SEND || !isHex(raw) || raw === '0x') return undefined
  return parseTransaction(raw).maxPriorityFeePerGas ?? 0n
}

/** Methods that look up one thing on the chain. */
const LOOKING: ReadonlySet<string> = new Set([
  'eth_getBlockByNumber',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

/** Faults of pending transactions and their price. */
export const POOL_FAULTS: readonly FaultRow[] = [
  {
    name: 'an error in unknown words for a transaction that it takes',
    create: firstOffers(1, takenWith('internal error 0x41')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: '“already known” for a transaction that it takes',
    create: firstOffers(1, takenWith('already known')),
    from: 'start',
    seen: 'works',
  },
  {
    name: '“already known” for a transaction that it does not take',
    create: firstOffers(1, refusal('already known')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'null for the hash of a transaction that it takes',
    create: changing(SEND, () => null),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'another hash for a transaction that it takes',
    create: changing(SEND, () => OTHER_HASH),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'transactions that it accepts and drops',
    create: firstOffers(1, (request) => ({ result: hashOf(request) })),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'transactions that are mined only when they are offered the third time',
    create: firstOffers(2, (request) => ({ result: hashOf(request) })),
    from: 'calls',
    seen: 'works',
  },
  {
    name: '“replacement transaction underpriced” without a minimum',
    create: firstOffers(1, refusal('replacement transaction underpriced')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: '“transaction underpriced” until the tip is four times as high',
    create: () => {
      let first: bigint | undefined
      return (request, { ask }) => {
        const tip = tipOf(request)
        if (tip === undefined) return ask()
        first ??= tip
        return tip >= 4n * first ? ask() : { error: { code: -32_000, message: 'transaction underpriced' } }
      }
    },
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'a minimum tip that it names when it refuses',
    create: replying((request) => {
      const tip = tipOf(request)
      if (tip === undefined || tip >= MINIMUM_TIP) return undefined
      const message = `transaction gas price below minimum: gas tip cap ${tip}, minimum needed ${MINIMUM_TIP}`
      return { error: { code: -32_000, message } }
    }),
    from: 'start',
    seen: 'works',
  },
  {
    name: '“nonce too low” for a nonce that is free',
    create: firstOffers(1, refusal('nonce too low: next nonce 99, tx nonce 1')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: '“nonce too high” for the next nonce',
    create: firstOffers(1, refusal('nonce too high')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'a full pool at the first offer',
    create: firstOffers(1, refusal('txpool is full')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'missing funds that are there',
    create: firstOffers(1, refusal('insufficient funds for gas * price + value')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'an error in place of null for what is not there, and a refusal in unknown words at the first offer',
    create: () => {
      const refuse = firstOffers(1, refusal('internal error 0x41'))()
      return async (request, tools) => {
        const answer = request.method === SEND ? undefined : await tools.ask()
        const isMissing = answer !== undefined && 'result' in answer && answer.result === null
        return isMissing && LOOKING.has(request.method)
          ? { error: { code: -32_600, message: 'object not found' } }
          : refuse(request, tools)
      }
    },
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'a final refusal at the first offer',
    create: firstOffers(1, refusal('invalid sender')),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'a rate limit at the first offer',
    create: firstOffers(1, refusal('daily request count exceeded, request rate limited', -32_005)),
    from: 'calls',
    seen: 'works',
  },
  {
    // A factory or a wallet with such an estimate would need more gas than one transaction may use.
    name: 'estimates of gas that are 20 times too high for calls',
    create: changing('eth_estimateGas', (result) => quantity(BigInt(String(result)) * 20n)),
    from: 'calls',
    seen: 'works',
  },
  {
    name: 'a gas price of zero',
    create: changing('eth_gasPrice', () => '0x0'),
    from: 'start',
    seen: 'works',
  },
  {
    name: 'a tip of zero',
    create: changing('eth_maxPriorityFeePerGas', () => '0x0'),
    from: 'start',
    seen: 'works',
  },
]
