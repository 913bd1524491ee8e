import type { HasRelyingParty, RunsCeremonies } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { bffError } from '#bff/http/exchange.ts'
import { beginEnrolment } from './enrolment.ts'
import { isSetupLinkOpen } from './setup-link.ts'

/** Returns creation options for the first administrator's passkey. @throws SETUP_LINK_INVALID */
export const beginSetup: ConsoleOperation<'beginSetup', RunsCeremonies & HasRelyingParty> = async ({
  ctx,
  body,
}) => {
  const { setupToken: token, name } = body
  if (!(await isSetupLinkOpen(ctx, token))) throw bffError('SETUP_LINK_INVALID')
  return beginEnrolment(ctx, { kind: 'setup', token, name })
}
