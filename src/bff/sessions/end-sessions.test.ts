import { expect, test } from 'vitest'
import { readContent, createBrowser, readOptions, signIn } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, listMembers } from '#bff/testing/people.ts'
import { createScimToken, scimClient } from '#bff/testing/scim-client.ts'
import { PUBLIC_URL } from '#bff/testing/test-bff.ts'
import type { SessionEnd } from '#protocol/console/console-session.ts'
import { recoveryCodesSchema, recoveryLinkSchema } from '#protocol/members.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'

const world = await consoleWorld.fresh({ closeOrganization: async () => 'closed' })
const owner = world.adminForEach()

/** Adds Grace, whose session will end. `elsewhere` is another browser with her passkey. */
async function addGrace() {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  const elsewhere = createBrowser(world.bff)
  elsewhere.passkey = grace.passkey
  return { ...grace, elsewhere }
}
type Grace = Awaited<ReturnType<typeof addGrace>>

async function recover(token: string): Promise<void> {
  const browser = createBrowser(world.bff)
  const begun = await browser.post('/api/recover/options', { token })
  const response = createAuthenticator().register(await readOptions(begun), { origin: PUBLIC_URL })
  await browser.post('/api/recover/verify', { token, response })
}

/** Ways in which a session ends while a browser still has its cookie. */
const ENDS: Record<SessionEnd['reason'], { end: (grace: Grace) => Promise<unknown>; by?: string }> = {
  'signed-out': {
    end: ({ browser }) => createBrowser(world.bff, new Map(browser.cookies)).post('/api/sign-out'),
  },
  'signed-out-everywhere': {
    end: async ({ elsewhere, passkey }) => {
      await signIn(elsewhere, passkey)
      return elsewhere.post('/api/account/sign-out-everywhere', {})
    },
  },
  'ended-from-another-session': {
    end: async ({ elsewhere, passkey, id }) => {
      await signIn(elsewhere, passkey)
      const { id: session } = await world.db
        .selectFrom('bff_session')
        .select('id')
        .where('admin_id', '=', id)
        .orderBy('created_at')
        .executeTakeFirstOrThrow()
      return elsewhere.send(`/api/account/sessions/${session}`, { method: 'DELETE' })
    },
  },
  'ended-by-member': {
    end: ({ id }) => owner.browser.send(`/api/members/${id}/sessions`, { method: 'DELETE' }),
    by: 'Ada',
  },
  'member-removed': {
    end: ({ id }) => owner.browser.send(`/api/members/${id}`, { method: 'DELETE' }),
    by: 'Ada',
  },
  'member-deprovisioned': {
    end: async ({ id }) => {
      // A member whose invitation had an address becomes the provisioned user with this address.
      await world.db
        .insertInto('bff_member_address')
        .values({ organization_id: 'org-1', admin_id: id, email: 'grace@example.com', source: 'invitation' })
        .execute()
      const token = await createScimToken(owner)
      const provider = scimClient(world, () => token)
      const user = await provider.create({ userName: 'grace@example.com' })
      return provider.send('DELETE', `/Users/${user.id}`)
    },
  },
  'organization-deleted': {
    end: async ({ browser }) => {
      // Makes Ada a member of another organization, which is the deployment's first.
      await world.bff.ensureOrganization({ id: 'org-0', name: 'First', apiKey: 'pk_live_first' })
      // Both memberships have the same time, so their order reveals nothing.
      const ada = (await listMembers(owner)).find(({ name }) => name === 'Ada')
      const at = new Date(0)
      await world.db
        .updateTable('bff_organization')
        .set({ created_at: at })
        .where('id', '=', 'org-0')
        .execute()
      const member = { organization_id: 'org-0', role: 'owner', created_at: at, entered_at: null } as const
      await world.db
        .insertInto('bff_member')
        .values({ ...member, admin_id: ada?.id ?? '' })
        .execute()
      expect((await browser.send('/api/session')).status).toBe(200)
      return owner.browser.post('/api/organization/deletion', { name: 'Demo' })
    },
    by: 'Ada',
  },
  'recovery-code': {
    end: async ({ browser, elsewhere }) => {
      elsewhere.cookies.clear()
      const made = await readContent(browser.post('/api/account/recovery-codes', {}))
      const [code = ''] = recoveryCodesSchema.parse(made).codes
      await recover(code)
    },
  },
  'recovery-link': {
    end: async ({ id }) => {
      const { link } = recoveryLinkSchema.parse(
        await readContent(owner.browser.post(`/api/members/${id}/recovery`, {})),
      )
      await recover(new URL(link).hash.replace('#token=', ''))
    },
  },
  replaced: {
    end: ({ browser, passkey }) => signIn(createBrowser(world.bff, new Map(browser.cookies)), passkey),
  },
  // Sessions that an earlier version or a restored backup ended have no reason.
  unknown: { end: ({ id }) => world.db.deleteFrom('bff_session').where('admin_id', '=', id).execute() },
}

test.each(Object.entries(ENDS))(
  'behavior: a session that ended: %s → the browser that still has its cookie reads the reason',
  async (reason, { end, by }) => {
    const grace = await addGrace()
    const cookies = new Map(grace.browser.cookies)
    await end(grace)
    const session = await readContent(createBrowser(world.bff, cookies).send('/api/session'))
    expect(session).toMatchObject({ signedIn: false, ended: { reason, ...(by !== undefined && { by }) } })
  },
)

test('behavior: the reason why a session ended is deleted when its cookie has expired', async () => {
  await owner.browser.post('/api/account/sign-out-everywhere', {})
  const stored = () => world.db.selectFrom('bff_ended_session').select('reason').execute()
  expect(await stored()).toEqual([{ reason: 'signed-out-everywhere' }])
  world.pass(24 * 3600)
  await signIn(createBrowser(world.bff), owner.passkey)
  expect(await stored()).toEqual([])
})
