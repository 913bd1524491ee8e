import type { HasClock } from '#bff/context-parts.ts'
import type { Asking } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { readDevice } from './device.ts'
import { endSessions } from './end-sessions.ts'
import { createSession, selectSessions } from './session.ts'

/** Creates a session for the same person in another organization and ends the previous one. */
export async function moveSession(
  trx: BffTransaction,
  asked: Asking<HasClock>,
  organizationId: string,
): Promise<{ id: string }> {
  const { ctx, exchange, session } = asked
  await endSessions(trx, selectSessions(trx).where('id_hash', '=', session.idHash), { reason: 'replaced' })
  return createSession(ctx, trx, {
    adminId: session.admin.id,
    organizationId,
    device: readDevice(exchange),
    since: session,
  })
}
