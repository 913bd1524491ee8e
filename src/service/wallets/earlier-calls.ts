import { sql } from 'kysely'
import type { Address, Hex } from 'viem'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { sharesRecipient } from '#protocol/effects/shares-recipient.ts'
import type { CallWarning } from '#protocol/execute-transaction.ts'
import { splitSignature } from '#protocol/signing/joined-signature.ts'
import type { TransactionState } from '#protocol/transaction-states.ts'
import { REMOVAL_DELAY_SECONDS } from '#protocol/wallet-delays.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'

type Wallet = { organizationId: string; address: Address; hasEarlierCalls: boolean }
type Call = { toAddress: Address; value: string; data: Hex }
/** `expiration` in Unix seconds. Until then, anyone who has the signatures can execute the call. */
type EarlierCall = Call & {
  id: string
  state: TransactionState
  expiration: string
  signature: Hex
  /** Whether the service stored a co-signature of the call. */
  is_co_signed: boolean
}

/** Maximum number of earlier calls that are checked, newest first. */
const EARLIER_CALLS_MAX = 10

/** SQL: whether the call of a `transactions` row ended without an execution and can still be executed. */
const IS_EXECUTABLE = sql`watch is not null and rare_state in ('FAILED', 'REJECTED', 'EXPIRED', 'CANCELLED')
  and (rare_state <> 'CANCELLED' or block_number is null) and expiration > extract(epoch from service_now())`

/**
 * SQL: whether the `wallets` row named `wallet` has calls that ended and can still be executed. Every request checks
 * this, so that hardly any request has to read the calls.
 */
export const HAS_EARLIER_CALLS = sql<boolean>`exists (
  select from transactions where wallet_address = wallet.address and ${IS_EXECUTABLE})`

/**
 * Returns the warnings about a wallet's call. An earlier call that can still be executed may pay the same recipient
 * too (ADR 0010).
 */
export async function findWarnings(
  { db, chain, clock }: HasChain & HasClock & HasDatabase,
  { organizationId, address, hasEarlierCalls }: Wallet,
  call: Call,
): Promise<{ warnings?: CallWarning[] }> {
  if (!hasEarlierCalls) return {}
  const { rows } = await sql<EarlierCall>`
    select id, state, expiration::text, to_address as "toAddress", value::text, data,
      '0x' || encode(signature, 'hex') as signature, (
      exists (select from held_transactions as held
        where held.transaction_id = transactions.id and held.co_signature is not null)
      or exists (select from co_signatures as signed
        where signed.transaction_id = transactions.id and signed.co_signature is not null)) as is_co_signed
    from transactions
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
  const similar = rows.filter((one) => sharesRecipient(describe(one), description))
  const executable = await withoutPowerless({ chain, clock }, address, similar)
  const warnings = executable.map(({ id, state, expiration }): CallWarning => {
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

/**
 * Omits calls without a co-signature if the wallet's contract requires a co-signature until they expire. If the chain
 * cannot be read, every call counts as executable.
 */
async function withoutPowerless(
  ctx: HasChain & HasClock,
  wallet: Address,
  calls: EarlierCall[],
): Promise<EarlierCall[]> {
  if (!calls.some(lacksCoSignature)) return calls
  const protectedUntil = await readProtectedUntil(ctx, wallet)
  return calls.filter((one) => !lacksCoSignature(one) || Number(one.expiration) > protectedUntil)
}

function lacksCoSignature({ signature, is_co_signed: isCoSigned }: EarlierCall): boolean {
  return !isCoSigned && splitSignature(signature).coSignature === undefined
}

/**
 * Returns the Unix time in seconds until which the owner alone cannot remove the co-signer. 0 if there is no
 * co-signer, or if the time is unknown.
 */
async function readProtectedUntil({ chain, clock }: HasChain & HasClock, wallet: Address): Promise<number> {
  try {
    const authority = await readAuthority(chain, wallet)
    if (authority?.coSigner === undefined) return 0
    const { coSignerUntilSeconds: until } = authority
    return until === undefined
      ? Math.floor(clock.now().getTime() / 1_000) + REMOVAL_DELAY_SECONDS
      : Number(until)
  } catch (cause) {
    if (cause instanceof ApiError) return 0
    throw cause
  }
}
