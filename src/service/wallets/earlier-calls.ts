import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { sharesRecipient } from '#protocol/effects/shares-recipient.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import type { CallWarning } from '#protocol/transactions.ts'
import type { Context } from '#service/context.ts'

type Wallet = { organizationId: string; address: Address; hasEarlierCalls: boolean }
type Call = { toAddress: Address; value: string; data: Hex }
/** `expiration` in Unix seconds: until then holders of its signature can execute it. */
type EarlierCall = Call & { id: string; state: TransactionState; expiration: string }

/** More are not looked at; the newest are. */
const EARLIER_CALLS_MAX = 10

/** Of a row of `transactions`: it ended without being executed, and can be yet. */
const IS_EXECUTABLE = sql`watch is not null and state in ('FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED')
  and (state <> 'CANCELLED' or block_number is null) and expiration > extract(epoch from service_now())`

/** SQL: whether `wallet`, a row of `wallets`, has such calls. Every request asks that; hardly any has to read them. */
export const HAS_EARLIER_CALLS = sql<boolean>`exists (
  select from transactions where wallet_address = wallet.address and ${IS_EXECUTABLE})`

/** The warnings of a wallet's call: its recipient may be paid by an earlier one too (ADR 0010). */
export async function warningsOf(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  { organizationId, address, hasEarlierCalls }: Wallet,
  call: Call,
): Promise<{ warnings?: CallWarning[] }> {
  if (!hasEarlierCalls) return {}
  const { rows } = await sql<EarlierCall>`
    select id, state, expiration::text, to_address as "toAddress", value::text, data from transactions
    where organization_id = ${organizationId} and wallet_address = ${address.toLowerCase()} and ${IS_EXECUTABLE}
    order by created_at desc limit ${EARLIER_CALLS_MAX}`.execute(db)
  const describe = ({ value, ...one }: Call) =>
    describeCallOrNull({
      ...one,
      chainId: chain.id,
      walletAddress: address,
      value: BigInt(value),
      tokens: [],
    })
  const description = describe(call)
  const warnings = rows
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
