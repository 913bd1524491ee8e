import type { CallsService, HasClock, HasDatabase, HasPublicUrl } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { requireWallet, toBinding } from './session-binding.ts'
import { createWidgetToken } from './widget-token.ts'

/** Opens a widget session for the console's own pages. It ends with the administrator's session. */
export const openConsoleWidgetSession: ConsoleOperation<
  'openConsoleWidgetSession',
  CallsService & HasClock & HasDatabase & HasPublicUrl
> = async (asked) => {
  const { ctx, session, body } = asked
  const binding = toBinding(body, ctx.settings.publicUrl)
  const boundToNothing = binding.externalUserId === null && binding.walletAddress === null
  if (boundToNothing && !binding.operations.includes('create')) {
    throw validationError([{ path: 'walletAddress', message: 'is required without externalUserId' }])
  }
  await requireWallet(ctx, session.organization, binding)
  const opener = {
    organizationId: session.organization.id,
    integrationId: null,
    adminSessionHash: session.idHash,
  }
  return createWidgetToken(ctx, opener, binding)
}
