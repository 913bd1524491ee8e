import { verifyAuthenticationResponse, type VerifiedAuthenticationResponse } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'
import { parseClientData } from '#shared/passkey/client-data.ts'
import type { AssertionJson } from '#shared/passkey/credential-json.ts'
import type { Context } from '#service/context.ts'
import { serviceError } from '#service/http/service-error.ts'
import { approvalPlace } from './approval-place.ts'
import { databaseNow } from './database-clock.ts'
import type { ApprovalTables } from './tables.ts'

export type VerifiedPasskey = { approverId: string; credentialId: string }

/**
 * Whose approval passkey signed a challenge, with the user verified, on the approval app's own origin. Every
 * failure has one answer.
 *
 * @param expected.challenge base64url
 * @param expected.approverId the only person whose passkey counts; absent at a sign-in
 * @throws APPROVAL_PASSKEY_REFUSED
 */
export async function verifyPasskey(
  ctx: Pick<Context, 'db' | 'settings'>,
  response: AssertionJson,
  expected: { challenge: string; approverId?: string },
): Promise<VerifiedPasskey> {
  const passkey = await findPasskey(ctx, response.id)
  if (passkey === undefined) throw serviceError('APPROVAL_PASSKEY_REFUSED')
  if (expected.approverId !== undefined && passkey.approver_id !== expected.approverId) {
    throw serviceError('APPROVAL_PASSKEY_REFUSED')
  }
  const { userHandle } = response.response
  if (typeof userHandle === 'string' && userHandle !== passkey.user_handle) {
    throw serviceError('APPROVAL_PASSKEY_REFUSED')
  }
  const counter = await verifyAssertion(ctx, response, passkey, expected.challenge)
  await storeUse(ctx, passkey.credential_id, counter)
  return { approverId: passkey.approver_id, credentialId: passkey.credential_id }
}

type StoredPasskey = Selectable<ApprovalTables['approver_passkeys']>

function findPasskey(ctx: Pick<Context, 'db'>, credentialId: string) {
  return ctx.db
    .selectFrom('approver_passkeys as passkey')
    .innerJoin('approvers', 'approvers.id', 'passkey.approver_id')
    .selectAll('passkey')
    .select('approvers.user_handle')
    .where('passkey.credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** The new signature counter. The library refuses one that went back: a copied authenticator. */
async function verifyAssertion(
  ctx: Pick<Context, 'settings'>,
  given: AssertionJson,
  passkey: StoredPasskey,
  challenge: string,
): Promise<number> {
  const place = approvalPlace(ctx)
  const { userHandle, ...response } = given.response
  try {
    requireTopLevel(response.clientDataJSON)
    const { verified, authenticationInfo }: VerifiedAuthenticationResponse =
      await verifyAuthenticationResponse({
        response: {
          ...given,
          response: typeof userHandle === 'string' ? { ...response, userHandle } : response,
          clientExtensionResults: {},
        },
        expectedChallenge: challenge,
        expectedOrigin: place.origin,
        expectedRPID: place.rpId,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: Number(passkey.counter),
          transports: passkey.transports,
        },
      })
    if (!verified) throw new Error('the signature does not hold')
    return authenticationInfo.newCounter
  } catch (cause) {
    throw serviceError('APPROVAL_PASSKEY_REFUSED', { cause })
  }
}

/** The approval app is never in a frame of another site. @throws Error */
export function requireTopLevel(clientDataJson: string): void {
  const clientData = parseClientData(Buffer.from(clientDataJson, 'base64url').toString('utf8'))
  if (clientData.crossOrigin === true || clientData.topOrigin !== undefined) {
    throw new Error('the passkey was asked for in a frame of another site')
  }
}

/** Conditional, so that of two answers with one counter only one counts. Synced passkeys always count 0. */
async function storeUse(ctx: Pick<Context, 'db'>, credentialId: string, counter: number): Promise<void> {
  const stored = await ctx.db
    .updateTable('approver_passkeys')
    .set({ counter, last_used_at: databaseNow })
    .where('credential_id', '=', credentialId)
    .where((where) =>
      where.or([
        where('counter', '<', String(counter)),
        where.and([where('counter', '=', '0'), where.lit(counter === 0)]),
      ]),
    )
    .returning('credential_id')
    .executeTakeFirst()
  if (stored === undefined) throw serviceError('APPROVAL_PASSKEY_REFUSED')
}
