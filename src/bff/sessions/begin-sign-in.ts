import type { HasRelyingParty, RunsCeremonies } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { beginCeremony } from './ceremony.ts'
import { promptPasskey } from './prompt-passkey.ts'

/** Returns a challenge for any passkey of this site. */
export const beginSignIn: ConsoleOperation<'beginSignIn', RunsCeremonies & HasRelyingParty> = async ({
  ctx,
}) => {
  const begun = await promptPasskey(ctx)
  return beginCeremony(ctx, { kind: 'sign-in', challenge: begun.options.challenge }, begun)
}
