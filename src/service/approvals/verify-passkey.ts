import { verifyPasskey as verify } from '#server-kit/passkeys/assertion.ts'
import type { AssertionJson } from '#protocol/passkey/credential-json.ts'
import type { Context } from '#service/context.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { approvalRelyingParty } from './approval-relying-party.ts'
import { databaseNow } from './database-clock.ts'

type Expected = {
  /** Base64url. */
  challenge: string
  /** The only person whose passkey counts; absent at a sign-in. */
  approverId?: string
}

/**
 * Whose approval passkey signed a challenge, with the user verified, on the approval app's own origin. Every
 * failure has one answer.
 *
 * @throws APPROVAL_PASSKEY_REFUSED
 */
export async function verifyPasskey(
  ctx: Pick<Context, 'db' | 'settings'>,
  response: AssertionJson,
  { challenge, approverId }: Expected,
): Promise<{ approverId: string; credentialId: string }> {
  const passkeys = {
    relyingParty: approvalRelyingParty(ctx),
    db: ctx.db,
    table: 'approver_passkeys',
    now: databaseNow,
    find: (credentialId: string) => findPasskey(ctx, credentialId, approverId),
    refuse: (cause?: unknown) => apiError('APPROVAL_PASSKEY_REFUSED', { cause }),
  }
  const passkey = await verify(passkeys, { response, challenge })
  return { approverId: passkey.approver_id, credentialId: passkey.credential_id }
}

function findPasskey({ db }: Pick<Context, 'db'>, credentialId: string, approverId: string | undefined) {
  const passkey = db
    .selectFrom('approver_passkeys as passkey')
    .innerJoin('approvers', 'approvers.id', 'passkey.approver_id')
    .selectAll('passkey')
    .select('approvers.user_handle')
    .where('passkey.credential_id', '=', credentialId)
  const theirs = approverId === undefined ? passkey : passkey.where('passkey.approver_id', '=', approverId)
  return theirs.executeTakeFirst()
}
