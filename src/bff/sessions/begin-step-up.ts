import type { HasClock, HasDatabase, HasLimits, HasPublicUrl, HasRelyingParty } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { secondsAfter } from '#server-kit/clock.ts'
import { CEREMONY_SECONDS } from '#server-kit/passkeys/relying-party.ts'
import { hashSecret, newSecret } from '#server-kit/secrets/new-secret.ts'
import { listPasskeyIds } from './ceremony.ts'
import { promptPasskey } from './prompt-passkey.ts'

/** Returns a challenge for one request, to be signed by a passkey of this person. */
export const beginStepUp: ConsoleOperation<
  'beginStepUp',
  HasClock & HasDatabase & HasLimits & HasPublicUrl & HasRelyingParty
> = async ({ ctx, session, body }) => {
  ctx.limits.stepUp.take(session.idHash)
  const allow = await listPasskeyIds(ctx, session.admin.id)
  const { options, nonce } = await promptPasskey(ctx, allow)
  const now = ctx.clock.now()
  const token = newSecret()
  await ctx.db.deleteFrom('bff_step_up').where('expires_at', '<=', now).execute()
  await ctx.db
    .insertInto('bff_step_up')
    .values({
      token_hash: hashSecret(token),
      session_hash: session.idHash,
      method: body.method,
      body_sha256: body.bodySha256,
      // Normalized in the same way as the request's own path.
      path: new URL(body.path, ctx.settings.publicUrl).pathname,
      challenge: options.challenge,
      granted_at: null,
      expires_at: secondsAfter(now, CEREMONY_SECONDS),
    })
    .execute()
  return { stepUp: token, options, nonce }
}
