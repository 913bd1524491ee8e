import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import type { HasApprovalUrl, HasChain, HasDatabase } from '#service/context-parts.ts'
import { readApprovalKeys, type ApprovalKey } from './approval-keys.ts'
import type { ApproverOperation } from './approver-operation.ts'
import { takeCeremony, verifyPasskey } from './ceremonies.ts'
import { isChainAway } from './chain-away.ts'
import { CO_SIGNER_REFUSALS } from './co-signer-refusals.ts'
import { forgetPasskey } from './forget-passkey.ts'
import { readKnownKeys } from './known-keys.ts'
import { passkeyPoint } from './passkey-point.ts'
import { readForPage } from './read-for-page.ts'

/** `GET /approve/api/passkeys`: the person's approval passkeys. */
export const listPasskeys: ApproverOperation<'listPasskeys', HasChain & HasDatabase> = (ctx, approver) =>
  readPasskeys(ctx, approver.id)

/**
 * Reads the person's approval passkeys, oldest first (ADR 0012), and which of them are keys of the approval
 * wallet on the chain now. Before its deployment, and while the chain cannot be read, only the passkey stored
 * with the wallet counts.
 */
export async function readPasskeys(
  ctx: HasChain & HasDatabase,
  approverId: string,
): Promise<ApproverPasskey[]> {
  const rows = await ctx.db
    .selectFrom('approver_passkeys as passkey')
    .innerJoin('approvers', 'approvers.id', 'passkey.approver_id')
    .leftJoin('approval_wallets as wallet', 'wallet.address', 'approvers.wallet_address')
    .select(['passkey.credential_id as id', 'backed_up as synced', 'passkey.created_at', 'last_used_at'])
    .select(['passkey.public_key', 'wallet.credential_id as co_signing', 'wallet.address'])
    .where('passkey.approver_id', '=', approverId)
    .orderBy('passkey.created_at')
    .orderBy('passkey.credential_id')
    .execute()
  const address = rows[0]?.address ?? undefined
  const read =
    address === undefined
      ? undefined
      : await readForPage(readApprovalKeys(ctx, approverId, address), 'unknown' as const)
  const findState = (id: string) => keyState(id, read === 'unknown' ? read : read?.keys)
  const others = read === 'unknown' ? [] : (read?.others ?? [])
  return rows.map(({ id, synced, public_key: publicKey, ...row }) => {
    const chainKey = findState(id)
    const isStored = row.co_signing === id && (chainKey === undefined || chainKey === 'unknown')
    const signs = chainKey === 'key' || isStored
    const point = passkeyPoint(publicKey)
    return {
      id,
      synced,
      ...(signs && address !== undefined && { coSigner: checksumAddress(address) }),
      ...(others.length > 0 && { otherKeys: others }),
      ...(chainKey !== undefined && { chainKey }),
      ...(point !== undefined && { publicKey: { qx: coordinateHex(point.x), qy: coordinateHex(point.y) } }),
      createdAtDatetime: row.created_at.toISOString(),
      lastUsedAtDatetime: row.last_used_at.toISOString(),
    }
  })
}

function keyState(id: string, keys: readonly ApprovalKey[] | 'unknown' | undefined) {
  if (keys === undefined || keys === 'unknown') return keys
  return keys.some(({ credentialId }) => credentialId === id) ? 'key' : 'no-key'
}

/**
 * `POST /approve/api/passkeys/removal`: removes a passkey. Any passkey of the signed-in person may sign the removal,
 * in a prompt like that of a sign-in. After the commit, the removed passkey can no longer decide. The person's other
 * browsers are signed out, because a lost device has a session too. The organization's events and a mail report the
 * removal (ADR 0012).
 *
 * A passkey that is one of several keys of the approval wallet is removed by `finishKeyChange` instead. While the
 * keys cannot be read, the passkey is deleted only here, and the person keeps their approval wallet. The key of the
 * deleted passkey is then listed among `otherKeys`.
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED; NOT_FOUND for another person's passkey and for an unknown
 * one
 * @throws CONFLICT for the last passkey (of two removed at once, one remains), for a passkey that is one of several
 * keys of the approval wallet, and while a change of the wallet is pending
 */
export const removePasskey: ApproverOperation<
  'removePasskey',
  HasChain & HasDatabase & HasApprovalUrl
> = async (ctx, approver, { body }) => {
  const { passkeyId, ceremonyId, response } = body
  const { challenge } = await takeCeremony(ctx, ceremonyId, 'sign-in')
  const signer = await verifyPasskey(ctx, response, { challenge, approverId: approver.id })
  const known = await readKnownKeys(ctx, approver.id).catch(ignoreAway)
  const keys = known?.keys ?? []
  const others = keys.filter(({ credentialId }) => credentialId !== passkeyId)
  if (others.length > 0 && others.length < keys.length) throw apiError('CONFLICT', CO_SIGNER_REFUSALS.isKey)
  const removed = { passkeyId, signerId: signer.credentialId, successorId: others[0]?.credentialId, known }
  await ctx.db.transaction().execute((trx) => forgetPasskey(ctx, trx, approver, removed))
  return readPasskeys(ctx, approver.id)
}

function ignoreAway(error: unknown): undefined {
  if (!isChainAway(error)) throw error
}
