import type { ForwardedOperation } from '#bff/console/forwarded-call.ts'
import { raisedAlerts } from './alerts.ts'

/** Lists the service's alerts and the console's own. */
export const listAlerts: ForwardedOperation<'listAlerts'> = ({ ctx, session }) =>
  raisedAlerts(ctx, session.organization)
