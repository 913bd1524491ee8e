import type { Asking, BffTransaction } from '#bff/context.ts'
import { endSessions } from './end-sessions.ts'
import { createSession, selectSessions } from './session.ts'
import { readDevice } from './device.ts'

/** Creates a session for the same person in another organization and ends the previous one. */
export async function moveSession(
  trx: BffTransaction,
  asked: Asking,
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
