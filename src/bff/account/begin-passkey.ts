import type { HasRelyingParty, RunsCeremonies } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { beginCeremony, listPasskeyIds } from '#bff/sessions/ceremony.ts'
import { registrationOptions } from '#bff/sessions/prompt-passkey.ts'
import { findPerson } from './find-person.ts'

/** Maximum passkeys per person. */
const PASSKEYS_MAX = 20

/** Returns creation options that exclude the person's existing passkeys. @throws CONFLICT if there are too many */
export const beginPasskey: ConsoleOperation<'beginPasskey', RunsCeremonies & HasRelyingParty> = async ({
  ctx,
  session: { admin },
}) => {
  const { user_handle: userHandle, name } = await findPerson(ctx.db, admin.id)
  const exclude = await listPasskeyIds(ctx, admin.id)
  if (exclude.length >= PASSKEYS_MAX) throw bffError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys already.`)
  const options = await registrationOptions(ctx, { name, userHandle, exclude })
  const { challenge } = options
  return beginCeremony(ctx, { kind: 'add-passkey', challenge, admin_id: admin.id }, { options })
}
