import * as z from 'zod/mini'
import { callApi } from '#web/console/lib/api.ts'
import { broadcast } from '#web/console/lib/tabs.ts'

/** Ends this browser's session, in every tab. */
export async function signOut(): Promise<void> {
  await callApi({ method: 'POST', path: '/api/sign-out', answer: z.unknown(), sessionless: true })
  broadcast({ kind: 'signed-out' })
}
