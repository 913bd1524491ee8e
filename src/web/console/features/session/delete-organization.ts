import { sessionSchema } from '#protocol/org/console-api.ts'
import { callApi } from '#web/console/lib/api.ts'
import { reloadApp } from '#web/console/lib/shown-organization.ts'
import { broadcast } from '#web/console/lib/tabs.ts'

/** Ends the organization; every tab goes on in another one of one's own. */
export async function deleteOrganization(name: string): Promise<void> {
  const path = '/api/organization/deletion'
  const { content } = await callApi({ method: 'POST', path, body: { name }, answer: sessionSchema })
  if (content.signedIn) {
    const { admin, organization } = content
    broadcast({ kind: 'signed-in', adminId: admin.id, organizationId: organization.id })
  }
  reloadApp()
}
