import type { HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { findIntegrations } from './integration-store.ts'

/** Lists all integrations of the organization, newest first, including revoked ones. */
export const listIntegrations: ConsoleOperation<'listIntegrations', HasClock & HasDatabase> = ({
  ctx,
  session,
}) => findIntegrations(ctx, session.organization.id)
