import { sessionSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'
import { reloadApp } from '#web/console/lib/shown-organization.ts'
import { paths } from '#web/console/lib/paths.ts'
import { broadcast } from '#web/console/lib/tabs.ts'

/** Goes on in another organization of one's own. Every tab begins again there: nothing of the one before is kept. */
export async function switchOrganization(organizationId: string): Promise<void> {
  await enter('/api/session/organization', { organizationId })
}

/** Makes an organization with oneself as its owner, and goes on at its domains: no wallet is made without one. */
export async function createOrganization(name: string): Promise<void> {
  await enter('/api/organizations', { name }, paths.domains.href())
}

async function enter(path: string, body: unknown, place?: string): Promise<void> {
  const { content } = await callApi({ method: 'POST', path, body, answer: sessionSchema })
  if (content.signedIn) {
    const { admin, organization } = content
    broadcast({ kind: 'signed-in', adminId: admin.id, organizationId: organization.id })
  }
  reloadApp(place)
}
