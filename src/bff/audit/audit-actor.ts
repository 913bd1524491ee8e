import type { Exchange } from '#bff/context.ts'
import { deviceOf } from '#bff/sessions/device.ts'
import type { Session } from '#bff/sessions/session.ts'

/** Who did it, where and in which request, for `recordAudit`. */
export function auditActor(
  exchange: Exchange,
  { admin, organization }: Pick<Session, 'admin' | 'organization'>,
) {
  return {
    organizationId: organization.id,
    actor: { id: admin.id, name: admin.name },
    requestId: exchange.var.requestId,
    ipAddress: callerAddress(exchange),
  }
}

/** The caller's network address; null where the server was not told it. */
export function callerAddress(exchange: Exchange): string | null {
  return deviceOf(exchange).ipAddress
}
