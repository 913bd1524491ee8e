import { sessionSchema, type Session } from '#protocol/console-api.ts'
import { callApi, callRoute } from '#web/console/lib/api.ts'
import { paths } from '#web/console/lib/paths.ts'
import { reloadApp, broadcast } from '#web/console/lib/session-gate.ts'
import * as z from 'zod/mini'

/** Continues in another organization of the signed-in person. */
export async function switchOrganization(organizationId: string): Promise<void> {
  enterOrganization(
    await callRoute('POST /api/session/organization', sessionSchema, { body: { organizationId } }),
  )
}

/** Creates an organization owned by the person, and continues at its domains, which wallets require. */
export async function createOrganization(name: string): Promise<void> {
  const session = await callRoute('POST /api/organizations', sessionSchema, { body: { name } })
  enterOrganization(session, paths.domains.href())
}

/** Ends the organization; every tab continues in another one of the person's. */
export async function deleteOrganization(name: string): Promise<void> {
  enterOrganization(await callRoute('POST /api/organization/deletion', sessionSchema, { body: { name } }))
}

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
  broadcast({ kind: 'signed-out' })
}
