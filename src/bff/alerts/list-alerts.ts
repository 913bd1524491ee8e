import type { ForwardedOperation } from '#bff/console/forwarded-call.ts'
import type { CallsService, HasClock, HasDatabase } from '#bff/context-parts.ts'
import { raisedAlerts } from './alerts.ts'

/** Lists the service's alerts and the console's own. */
export const listAlerts: ForwardedOperation<'listAlerts', CallsService & HasClock & HasDatabase> = ({
  ctx,
  session,
}) => raisedAlerts(ctx, session.organization)
