import type { Session } from '#protocol/console/console-session.ts'
import { SESSION_ENDPOINTS } from '#protocol/console/session-endpoints.ts'
import { consoleApi } from '#web/console/lib/api.ts'
import { reloadApp } from '#web/console/lib/reload-app.ts'
import { broadcast } from '#web/console/lib/tabs.ts'

/**
 * Restarts every tab with the current session, so that no data of the previous organization stays in memory.
 */
export function enterOrganization(session: Session, path?: string): void {
  broadcastSession(session)
  reloadApp(path)
}

/** Moves the other tabs to this session. */
export function broadcastSession(session: Session): void {
  if (!session.signedIn) return
  broadcast({ kind: 'signed-in', adminId: session.admin.id, organizationId: session.organization.id })
}

/** Ends this browser's session in every tab. */
export async function signOut(): Promise<void> {
  await consoleApi.call(SESSION_ENDPOINTS.signOut)
  broadcast({ kind: 'signed-out', ended: { reason: 'signed-out' } })
}
