import type { Address } from 'viem'
import { readBundleLog } from '#service/chain/encode-bundle.ts'
import { lowerCase, type Receipt } from '#service/chain/rpc-schemas.ts'
import { UnexpectedAnswer } from '#service/chain/rpc.ts'
import { gasBound } from './bundle.ts'
import { failureReason, type FailedCall } from './failure-reason.ts'
import type { RelayParts } from './relay-parts.ts'
import type { RelayOutcome } from './relay.ts'

/**
 * The outcome of a row, and its share of the gas and cost of the transaction. Both are undefined if the node
 * omitted them.
 */
export type Ended = {
  outcome: RelayOutcome
  receipt: Receipt
  gasUsed: bigint | undefined
  costWei: bigint | undefined
}

type Carried = FailedCall & { id: string; contract: Address }
type Result = ReturnType<typeof readBundleLog>[number]

/**
 * Returns the outcomes of the calls that a transaction carried, read from the log of the bundle contract.
 * Returns none for a transaction without a bundle. The gas and cost of the transaction are divided by the gas
 * that each call used.
 *
 * @throws UnexpectedAnswer if the receipt came without logs: nothing is decided, and it is requested again
 */
export async function endedInBundle(parts: RelayParts, whole: Ended): Promise<Ended[]> {
  const carried = await readCarried(parts, whole.outcome.id)
  const [first] = carried
  if (first === undefined) return []
  const results = readResults(first.contract, whole.receipt)
  // A call that was not reached counts too, because its bytes were paid for.
  const weights = carried.map((_, index) => (results[index]?.gasUsed ?? 0n) + 1n)
  const gas = divide(whole.gasUsed, weights)
  const cost = divide(whole.costWei, weights)
  const ended = carried.map(async (call, index): Promise<Ended> => {
    const outcome = await carriedOutcome(parts, whole, call, results[index])
    return { outcome, receipt: whole.receipt, gasUsed: gas?.[index], costWei: cost?.[index] }
  })
  return Promise.all(ended)
}

async function readCarried({ db }: RelayParts, bundleId: string): Promise<Carried[]> {
  return db
    .selectFrom('relayed_transactions as call')
    .innerJoin('relayed_transactions as bundle', 'bundle.id', 'call.bundle_id')
    .select(['call.id', 'call.from_address', 'call.to_address', 'call.value', 'call.data', 'call.gas_limit'])
    .select('bundle.to_address as contract')
    .where('call.bundle_id', '=', bundleId)
    .orderBy('call.bundle_position')
    .execute()
}

/** The contract's log is the last one, because a call may have used the same contract before. */
function readResults(contract: Address, { logs }: Receipt): Result[] {
  if (logs === undefined)
    throw new UnexpectedAnswer('eth_getTransactionReceipt', new Error('the receipt has no logs'))
  const log = logs.findLast(({ address, topics }) => topics.length === 0 && lowerCase(address) === contract)
  return log === undefined ? [] : readBundleLog(log.data)
}

async function carriedOutcome(
  parts: RelayParts,
  { outcome: { hash, ...whole }, receipt }: Ended,
  call: Carried,
  result: Result | undefined,
): Promise<RelayOutcome> {
  const { id } = call
  const { blockNumber } = receipt
  if (whole.status === 'confirmed' && result?.succeeded === true)
    return { id, status: 'confirmed', hash, blockNumber }
  const reason = whole.status === 'failed' ? whole.reason : await findReason(parts, receipt, call, result)
  return { id, status: 'failed', hash, blockNumber, reason }
}

async function findReason(parts: RelayParts, receipt: Receipt, call: Carried, result: Result | undefined) {
  if (result === undefined) return 'the transaction had too little gas left for the call'
  const bound = gasBound({ gasLimit: BigInt(call.gas_limit), data: call.data })
  return result.gasUsed >= bound ? 'the call ran out of gas' : failureReason(parts, call, receipt)
}

/** Divides an amount by weights. The parts add up to the whole. */
function divide(whole: bigint | undefined, weights: readonly bigint[]): bigint[] | undefined {
  if (whole === undefined) return undefined
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  let counted = 0n
  return weights.map((weight) => {
    const before = (whole * counted) / sum
    counted += weight
    return (whole * counted) / sum - before
  })
}
