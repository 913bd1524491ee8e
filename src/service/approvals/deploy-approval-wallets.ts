import { sql, type Selectable } from 'kysely'
import type { Address } from 'viem'
import { encodeDeployCall } from '#service/chain/factory-contract.ts'
import { readFinalBlock } from '#service/chain/final-block.ts'
import { type BlockAt, blockParameter, dataSchema } from '#service/chain/rpc-schemas.ts'
import type { HasChain, HasConfirmations, HasDatabase, HasLog, HasRelay } from '#service/context-parts.ts'
import { databaseNow } from '#service/db/database.ts'
import type { ApprovalTables } from './tables.ts'

const BATCH_MAX = 50
/** Pause before a wallet is checked again, in seconds. It doubles with each attempt, up to the maximum. */
const PAUSE_SECONDS = 1
const PAUSE_SECONDS_MAX = 300
const DOUBLINGS_MAX = 9

type DueWallet = Selectable<ApprovalTables['approval_wallets']> & {
  organization_id: string
  relayed_status: string | null
}

/**
 * Deploys approval wallets that are not in a final block yet. Wallets that wait together share one
 * transaction. Returns whether there may be more. A later round repeats a deployment that a crash, a reorg or
 * a failing node interrupted. A row is finished only when its code is in a final block. Deploying a wallet
 * twice changes nothing.
 */
export async function deployApprovalWallets(
  ctx: HasChain & HasDatabase & HasLog & HasRelay & HasConfirmations,
): Promise<boolean> {
  const due = await takeDue(ctx)
  await Promise.all(due.map((wallet) => advance(ctx, wallet)))
  return due.length === BATCH_MAX
}

/** Takes due wallets and postpones them. The pause only avoids duplicate work between processes. */
async function takeDue({ db }: HasDatabase): Promise<DueWallet[]> {
  const { rows } = await sql<DueWallet>`
    with taken as (
      update approval_wallets set attempts = attempts + 1, due_at = service_now() + least(
        ${PAUSE_SECONDS}::integer * 2 ^ least(attempts, ${DOUBLINGS_MAX}::integer),
        ${PAUSE_SECONDS_MAX}::integer) * interval '1 second'
      where address in (
        select address from approval_wallets where deployed_at is null and due_at <= service_now()
        order by due_at limit ${BATCH_MAX} for update skip locked)
      returning *)
    select taken.*, approvers.organization_id, relayed.status as relayed_status
    from taken join approvers on approvers.id = taken.approver_id
    left join relayed_transactions as relayed on relayed.id = taken.relayed_id`.execute(db)
  return rows
}

async function advance(
  ctx: HasChain & HasDatabase & HasLog & HasRelay & HasConfirmations,
  wallet: DueWallet,
): Promise<void> {
  const { address } = wallet
  try {
    const final = await readFinalBlock(ctx)
    if (final !== undefined && (await hasCode(ctx, address, final.number)))
      return await noteDeployed(ctx, address)
    // The deployment was already sent, by the relayer or another sender, and only has to become final.
    const isOnItsWay = wallet.relayed_status === 'signed' || (await hasCode(ctx, address, 'latest'))
    if (!isOnItsWay) await send(ctx, wallet)
  } catch (error) {
    ctx.log.warn({ err: error, wallet: address }, 'an approval wallet is not deployed yet; trying again')
  }
}

async function hasCode({ chain }: HasChain, address: Address, at: BlockAt): Promise<boolean> {
  return (await chain.rpc.request(dataSchema, 'eth_getCode', [address, blockParameter(at)])) !== '0x'
}

async function send(ctx: HasChain & HasRelay, wallet: DueWallet): Promise<void> {
  const { address, rp_id_hash: rpIdHash } = wallet
  await ctx.relay.submit({
    purpose: 'wallet',
    to: ctx.chain.factory,
    data: encodeDeployCall({ qx: BigInt(`0x${wallet.qx}`), qy: BigInt(`0x${wallet.qy}`), rpIdHash }),
    organizationId: wallet.organization_id,
    onSigned: async (trx, { id }) => {
      await trx
        .updateTable('approval_wallets')
        .set({ relayed_id: id })
        .where('address', '=', address)
        .execute()
    },
  })
}

async function noteDeployed({ db }: HasDatabase, address: Address): Promise<void> {
  await db
    .updateTable('approval_wallets')
    .set({ deployed_at: databaseNow })
    .where('address', '=', address)
    .where('deployed_at', 'is', null)
    .execute()
}
