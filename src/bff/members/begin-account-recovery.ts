import { findPerson } from '#bff/account/find-person.ts'
import type { HasRelyingParty, RunsCeremonies } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { beginCeremony, listPasskeyIds } from '#bff/sessions/ceremony.ts'
import { registrationOptions } from '#bff/sessions/prompt-passkey.ts'
import { openRecovery } from './open-recovery.ts'
import { hashRecovery } from './recovery-code.ts'

/** Returns creation options for the person's new passkey. Does not use up the code. @throws RECOVERY_INVALID */
export const beginAccountRecovery: ConsoleOperation<
  'beginAccountRecovery',
  RunsCeremonies & HasRelyingParty
> = async ({ ctx, body }) => {
  const tokenHash = hashRecovery(body.token)
  const { adminId } = await openRecovery(ctx, ctx.db, tokenHash)
  const { name, user_handle: userHandle } = await findPerson(ctx.db, adminId)
  const exclude = await listPasskeyIds(ctx, adminId)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  return beginCeremony(ctx, { kind: 'recover', challenge, setup_token_hash: tokenHash }, { options })
}
