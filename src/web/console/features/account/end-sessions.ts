import * as z from 'zod/mini'
import { callApi } from '#web/console/lib/api.ts'
import { broadcast } from '#web/console/lib/tabs.ts'

export async function endOwnSession(sessionId: string): Promise<void> {
  const path = `/api/account/sessions/${encodeURIComponent(sessionId)}`
  await callApi({ method: 'DELETE', path, answer: z.unknown() })
}

/** Ends every session of one's own, this one too. */
export async function signOutEverywhere(): Promise<void> {
  await callApi({ method: 'POST', path: '/api/account/sign-out-everywhere', answer: z.unknown() })
  broadcast({ kind: 'signed-out' })
}
