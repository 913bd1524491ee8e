import { assertionOptions } from '#server-kit/passkeys/assertion.ts'
import type { Ceremony, FinishSignIn } from '#protocol/approver-api.ts'
import type { Context } from '#service/context.ts'
import { approvalRelyingParty, beginCeremony, takeCeremony, verifyPasskey } from './ceremonies.ts'
import { createSession } from './sessions.ts'

/** `POST /approve/api/sign-in/begin`: a challenge for any approval passkey; which one, the person chooses (ADR 0012). */
export async function beginSignIn(ctx: Pick<Context, 'db' | 'settings'>): Promise<Ceremony> {
  const options = await assertionOptions(approvalRelyingParty(ctx))
  const ceremonyId = await beginCeremony(ctx, { kind: 'sign-in', challenge: options.challenge })
  return { ceremonyId, options: { ...options } }
}

/**
 * `POST /approve/api/sign-in/finish`: a new session (ADR 0012).
 *
 * @throws APPROVAL_CEREMONY_OVER, APPROVAL_PASSKEY_REFUSED
 */
export async function finishSignIn(
  ctx: Pick<Context, 'db' | 'settings'>,
  body: FinishSignIn,
): Promise<{ id: string }> {
  const { challenge } = await takeCeremony(ctx, body.ceremonyId, 'sign-in')
  const { approverId } = await verifyPasskey(ctx, body.response, { challenge })
  return createSession(ctx.db, approverId)
}
