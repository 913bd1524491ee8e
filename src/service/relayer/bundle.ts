import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import {
  BYTE_GAS,
  CALL_BYTES_MAX,
  encodeBundle,
  GAS_BOUND_MAX,
  TRANSACTION_GAS,
} from '#service/chain/encode-bundle.ts'
import type { Prepared, RelayParts } from './relay-parts.ts'
import type { NewRelayed } from './relayed-rows.ts'
import { signAttempt, type Attempt, type Signer } from './sign-attempt.ts'

/** Maximum gas that a bundle needs in addition to its calls. */
const BUNDLE_GAS = 100_000n

type Several = [Prepared, ...Prepared[]]
/** The calls of one transaction. A single call is sent directly, several calls through `contract`. */
export type Load = { calls: Readonly<Several>; contract: Address | undefined }

/**
 * Groups a batch into transactions. Calls that wait together share one, through the contract
 * `CallBundle.sol`.
 * Deployments are bundled with deployments, wallet calls with wallet calls. The service's own calls are sent
 * alone.
 */
export function inTransactions(parts: RelayParts, key: Address, batch: readonly Prepared[]): Load[] {
  const { gasLimitMax, callsPerTransactionMax } = parts.settings
  const contract = parts.bundleContract(key)
  const loads: (Load & { calls: Several })[] = []
  const open = new Map<string, Several>()
  for (const prepared of batch) {
    const { purpose } = prepared.request
    const shares = contract !== undefined && canShare(prepared)
    const calls = shares ? open.get(purpose) : undefined
    const hasRoom = calls !== undefined && calls.length < callsPerTransactionMax
    const gas = [prepared, ...(calls ?? [])].reduce((sum, { gasLimit }) => sum + gasLimit, BUNDLE_GAS)
    if (hasRoom && gas <= gasLimitMax) {
      calls.push(prepared)
      continue
    }
    const next: Several = [prepared]
    loads.push({ calls: next, contract })
    if (shares) open.set(purpose, next)
  }
  return loads
}

function canShare({ request: { purpose, value = 0n, data }, gasLimit }: Prepared): boolean {
  const bound = gasBound({ gasLimit, data })
  const fits = countBytes(data) <= CALL_BYTES_MAX && bound > 0n && bound <= GAS_BOUND_MAX
  return (purpose === 'transaction' || purpose === 'wallet') && value === 0n && fits
}

/**
 * Gas that a call may use in a bundle, computed from the gas limit that it would have alone. The bundle needs
 * the rest of that limit for the call's bytes and for making the call.
 */
export function gasBound({ gasLimit, data }: { gasLimit: bigint; data: Hex }): bigint {
  return gasLimit - TRANSACTION_GAS - BigInt(BYTE_GAS * countBytes(data))
}

function countBytes(data: Hex): number {
  return (data.length - 2) / 2
}

/** A signed transaction, ready to broadcast. */
export type Sent = Attempt & { id: string }
/** `rows`: all rows to store for the transaction. `served`: the calls that it carries, each with its row. */
export type SignedLoad = { sent: Sent; rows: NewRelayed[]; served: { prepared: Prepared; row: NewRelayed }[] }

/** Signs the transaction of a load. All its calls pay the highest of their fees. */
export async function signLoad(
  parts: RelayParts,
  lane: { signer: Signer; address: Address },
  load: Load,
  nonce: number,
): Promise<SignedLoad> {
  const [first] = load.calls
  const { fees } = load.calls.reduce((one, other) =>
    other.fees.maxFeePerGas > one.fees.maxFeePerGas ? other : one,
  )
  const bundle = buildBundle(load)
  const call = { ...(bundle?.call ?? toChainCall(first)), fees }
  const sent = { id: randomUUID(), ...(await signAttempt(parts, lane.signer, { nonce, ...call })) }
  const signed = { ...sent, from: lane.address, nonce }
  const toRow = ({ request: { purpose, organizationId } }: Prepared) => ({
    ...signed,
    purpose,
    organizationId,
    call,
  })
  if (bundle === undefined) {
    const row = toRow(first)
    return { sent, rows: [row], served: [{ prepared: first, row }] }
  }
  const served = bundle.carried.map((prepared, position) => {
    const own = {
      id: randomUUID(),
      call: { ...toChainCall(prepared), fees },
      bundle: { id: sent.id, position },
    }
    return { prepared, row: { ...toRow(prepared), ...own } }
  })
  const row = { ...signed, purpose: 'bundle' as const, call }
  return { sent, rows: [row, ...served.map((one) => one.row)], served }
}

function toChainCall({ request: { to, data, value = 0n }, gasLimit }: Prepared) {
  return { to, data, value, gasLimit }
}

/**
 * Returns the call that makes all calls of a load, and those calls in execution order. Returns undefined for
 * a single call.
 */
function buildBundle({ calls, contract }: Load) {
  if (contract === undefined || calls.length === 1) return undefined
  const { data, order, gasLimit } = encodeBundle(
    calls.map(({ request, ...alone }) => {
      const { to, data } = request
      return { to, data, gasBound: gasBound({ ...alone, data }) }
    }),
  )
  const carried = order.flatMap((index) => calls[index] ?? [])
  return { call: { to: contract, data, value: 0n, gasLimit }, carried }
}
