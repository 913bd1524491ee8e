import type { Session } from '#protocol/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'
import { reloadApp } from '#web/console/lib/reload-app.ts'
import { broadcast } from '#web/console/lib/tabs.ts'
import * as z from 'zod/mini'

/** Every tab restarts with the present session: no data of the previous organization stays in memory. */
export function enterOrganization(session: Session, path?: string): void {
  broadcastSession(session)
  reloadApp(path)
}

/** The other tabs follow into this session. */
export function broadcastSession(session: Session): void {
  if (!session.signedIn) return
  broadcast({ kind: 'signed-in', adminId: session.admin.id, organizationId: session.organization.id })
}

/** Ends this browser's session, in every tab. */
export async function signOut(): Promise<void> {
  await callApi({ method: 'POST', path: '/api/sign-out', answer: z.unknown(), sessionless: true })
  broadcast({ kind: 'signed-out', ended: { reason: 'signed-out' } })
}
