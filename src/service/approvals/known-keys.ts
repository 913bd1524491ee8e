import { sql } from 'kysely'
import type { Address } from 'viem'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { readApprovalKeys, type ApprovalKey } from './approval-keys.ts'
import { CO_SIGNER_REFUSALS } from './co-signer-refusals.ts'

/**
 * The person's approval wallet, its keys, and the number of calls that the relayer had accepted for it before
 * the keys were read.
 */
export type KnownKeys = { wallet: Address | null; keys: readonly ApprovalKey[]; callCount: number }

/** Age in minutes after which a pending call counts as stuck. */
const STUCK_MINUTES = 10

type Reader = Database | Transaction

/**
 * Reads the keys of the person's approval wallet, if no pending call could change them. `keys` is empty if
 * the person has no approval wallet, or if it is not deployed.
 *
 * @throws CONFLICT while a call is pending
 * @throws CHAIN_FAILED also if the node does not know a wallet that was in a final block; CHAIN_TIMEOUT also
 * if a call is stuck
 */
export async function readKnownKeys(ctx: HasChain & HasDatabase, approverId: string): Promise<KnownKeys> {
  const { wallet, deployed_at: deployedAt } = await ctx.db
    .selectFrom('approvers')
    .leftJoin('approval_wallets', 'approval_wallets.address', 'approvers.wallet_address')
    .select(['approvers.wallet_address as wallet', 'approval_wallets.deployed_at'])
    .where('approvers.id', '=', approverId)
    .executeTakeFirstOrThrow()
  if (wallet === null) return { wallet, keys: [], callCount: 0 }
  const calls = await countCalls(ctx.db, approverId)
  if (calls.stuck > 0) throw apiError('CHAIN_TIMEOUT')
  if (calls.open > 0) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.changeOnItsWay)
  const read = await readApprovalKeys(ctx, approverId, wallet)
  if (read === undefined && deployedAt !== null) throw apiError('CHAIN_FAILED')
  return { wallet, keys: read?.keys ?? [], callCount: calls.all }
}

/**
 * Requires that the keys have not changed since they were read. The person must have the same approval wallet, and
 * the relayer must have accepted no call for the wallet since. The caller has locked the person's row, as
 * `finishKeyChange` does before it stores a call.
 *
 * @throws CONFLICT
 */
export async function requireStillKnown(
  trx: Transaction,
  approverId: string,
  { wallet, callCount }: KnownKeys,
): Promise<void> {
  const { wallet_address: present } = await trx
    .selectFrom('approvers')
    .select('wallet_address')
    .where('id', '=', approverId)
    .executeTakeFirstOrThrow()
  const calls = wallet === null ? undefined : await countCalls(trx, approverId)
  if (present === wallet && (calls === undefined || calls.all === callCount)) return
  throw apiError('CONFLICT', CO_SIGNER_REFUSALS.changeOnItsWay)
}

type Calls = { all: number; open: number; stuck: number }

/**
 * Counts the relayed calls of the person's approval wallet. Calls that remove a key have no `organization_id`,
 * because no gas budget pays for them.
 */
async function countCalls(db: Reader, approverId: string): Promise<Calls> {
  const { rows } = await sql<Calls>`
    select count(*)::integer as all,
      (count(*) filter (where status = 'signed'))::integer as open,
      (count(*) filter (where status = 'signed'
        and relayed.created_at < service_now() - ${STUCK_MINUTES}::integer * interval '1 minute'))::integer as stuck
    from approvers join relayed_transactions as relayed on relayed.to_address = approvers.wallet_address
      and (relayed.organization_id = approvers.organization_id or relayed.organization_id is null)
    where approvers.id = ${approverId} and relayed.purpose = 'transaction'`.execute(db)
  return rows[0] ?? { all: 0, open: 0, stuck: 0 }
}
