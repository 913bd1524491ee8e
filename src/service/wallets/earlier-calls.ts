import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import type { CallWarning } from '#protocol/transactions.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { sharesRecipient } from '#protocol/effects/shares-recipient.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { Context } from '#service/context.ts'

/** A call that ended without being executed. Until `expiration`, in Unix seconds, holders of its signature still can. */
export type EarlierCall = { id: string; state: TransactionState; expiration: string } & Call
type Call = { toAddress: Address; value: string; data: Hex }

/** More are not looked at; the newest are. */
const EARLIER_CALLS_MAX = 10

/** SQL: the earlier calls of `wallet`, a row of `wallets`, as a JSON array, or null for none. */
export const EARLIER_CALLS = sql<EarlierCall[] | null>`(
  select json_agg(earlier) from (
    select id, state, expiration::text, to_address as "toAddress", value::text, data from transactions
    where organization_id = wallet.organization_id and wallet_address = wallet.address and watch is not null
      and state in ('FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED') and (state <> 'CANCELLED' or block_number is null)
      and expiration > extract(epoch from service_now())
    order by created_at desc limit ${EARLIER_CALLS_MAX}) as earlier)`

/** The warnings of a wallet's call: its recipient may be paid by an earlier one too (ADR 0010). */
export function warningsOf(
  { chain }: Pick<Context, 'chain'>,
  { address, earlier }: { address: Address; earlier: readonly EarlierCall[] },
  call: Call,
): { warnings?: CallWarning[] } {
  if (earlier.length === 0) return {}
  const describe = ({ toAddress, value, data }: Call) =>
    describeCallOrNull({
      chainId: chain.id,
      walletAddress: address,
      toAddress,
      value: BigInt(value),
      data,
      tokens: [],
    })
  const description = describe(call)
  const warnings = earlier
    .filter((one) => sharesRecipient(describe(one), description))
    .map(({ id, state, expiration }): CallWarning => {
      const executableUntil = new Date(Number(expiration) * 1_000).toISOString()
      return {
        code: 'EARLIER_CALL_EXECUTABLE',
        message: `An earlier call to the same recipient is ${state} and can still be executed until ${executableUntil}: the recipient may then be paid twice.`,
        transactionUuid: id,
        executableUntil,
      }
    })
  return warnings.length === 0 ? {} : { warnings }
}
