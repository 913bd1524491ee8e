import { randomUUID } from 'node:crypto'
import type { Hex } from 'viem'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { inviteEndUser } from '#service/approvals/invite-approver.ts'
import type { DeployedWallet } from '#service/chain/find-deployments.ts'
import type { Transaction } from '#service/db/database.ts'
import { normaliseEmail } from '#service/email/mailer.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import type { HasClock, HasDatabase } from './context-parts.ts'

/** The end-user of an adopted wallet, as the operator knows them. */
export type EndUser = { externalUserId: string; email: string; label?: string | undefined }

/**
 * `adopted`: the wallet was stored. `linked`: an adopted wallet without an end-user got one. `known`: nothing
 * changed. `no-domain`: no organization has verified the domain of the wallet's passkey.
 */
export type Adoption = 'adopted' | 'linked' | 'known' | 'no-domain'

type Adopted = { wallet: DeployedWallet; transactionHash?: Hex | undefined; endUser?: EndUser | undefined }

/**
 * Links a wallet that is on the chain to the organization that has verified its passkey's domain. The organization
 * is unambiguous, because only one can have verified a domain and the wallet's address proves the domain. The
 * end-user is unknown unless the caller names them (ADR 0027).
 */
export function adoptWallet(ctx: HasDatabase & HasClock, adopted: Adopted): Promise<Adoption> {
  return ctx.db.transaction().execute(async (trx) => {
    const domain = await trx
      .selectFrom('organization_domains')
      .select('organization_id')
      .where('rp_id_hash', '=', adopted.wallet.rpIdHash)
      .where('verified_at', 'is not', null)
      .executeTakeFirst()
    if (domain === undefined) return 'no-domain'
    const organizationId = domain.organization_id
    const now = ctx.clock.now()
    const isNew = await insertWallet(trx, organizationId, adopted, now)
    const isLinked = !isNew && (await linkEndUser(trx, organizationId, adopted))
    const { endUser, wallet, transactionHash } = adopted
    if (endUser !== undefined && (isNew || isLinked)) await invite(trx, organizationId, endUser)
    if (!isNew) return isLinked ? 'linked' : 'known'
    const data = {
      walletAddress: wallet.address,
      ...(endUser !== undefined && { externalUserId: endUser.externalUserId }),
      ...(transactionHash !== undefined && { transactionHash }),
    }
    await emitEvent(trx, { organizationId, type: 'wallet.created', at: now, data })
    return 'adopted'
  })
}

/** Stores the wallet unless it is stored already. Returns whether it was new. */
async function insertWallet(
  trx: Transaction,
  organizationId: string,
  { wallet, transactionHash, endUser }: Adopted,
  now: Date,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('wallets')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      address: wallet.address.toLowerCase(),
      qx: coordinateHex(wallet.qx),
      qy: coordinateHex(wallet.qy),
      rp_id_hash: wallet.rpIdHash,
      label: endUser?.label ?? '',
      external_user_id: endUser?.externalUserId ?? '',
      external_user_label: '',
      email: endUser === undefined ? '' : normaliseEmail(endUser.email),
      backup_address: null,
      with_fee: false,
      status: 'deployed',
      relayed_id: null,
      transaction_hash: transactionHash ?? null,
      verification_id: null,
      creation_hmac: null,
      answered_at: now,
      created_at: now,
      deployed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Stores the end-user of an adopted wallet that has none. Never replaces the end-user of a wallet that this service
 * created.
 */
async function linkEndUser(
  trx: Transaction,
  organizationId: string,
  { wallet, endUser }: Adopted,
): Promise<boolean> {
  if (endUser === undefined) return false
  const linked = await trx
    .updateTable('wallets')
    .set({ external_user_id: endUser.externalUserId, email: normaliseEmail(endUser.email) })
    .where('organization_id', '=', organizationId)
    .where('address', '=', wallet.address.toLowerCase())
    .where('external_user_id', '=', '')
    .where('creation_hmac', 'is', null)
    .where('status', '<>', 'failed')
    .returning('id')
    .executeTakeFirst()
  return linked !== undefined
}

async function invite(
  trx: Transaction,
  organizationId: string,
  { externalUserId, email }: EndUser,
): Promise<void> {
  const person = {
    organization_id: organizationId,
    external_user_id: externalUserId,
    email: normaliseEmail(email),
  }
  await inviteEndUser(trx, { ...person, language: 'en' })
}
