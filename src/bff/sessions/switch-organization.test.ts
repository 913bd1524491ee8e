import { beforeEach, describe, expect, test } from 'vitest'
import { readContent, createBrowser, readError, signIn, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember } from '#bff/testing/people.ts'
import { ORGANIZATION_HEADER } from '#protocol/console/request-headers.ts'

/** Organizations that the service was asked to close, and whether it reports wallets. */
let closed: string[] = []
let hasWallets = false
let made = 1
const world = await consoleWorld.fresh({
  createOrganization: async (name) => {
    made += 1
    return { id: `made-${made}`, name, apiKey: `pk_live_made_${made}` }
  },
  closeOrganization: async (id) => {
    closed.push(id)
    return hasWallets ? 'has-wallets' : 'closed'
  },
})
beforeEach(() => {
  closed = []
  hasWallets = false
})
const admin = world.adminForEach()

async function create(name: string): Promise<string> {
  // Advances the clock, so that the deployment's own organization stays the first one.
  world.pass(1)
  const session: { organization: { id: string } } = Object(
    await readContent(admin.browser.post('/api/organizations', { name })),
  )
  return session.organization.id
}

function keySeen() {
  return world.upstream.seen.at(-1)?.headers.get('x-api-key')
}

describe('organizations of a person', () => {
  test('behavior: a person creates an organization, becomes its owner and switches to it, with its own key', async () => {
    const id = await create('  Acme  ')
    const session = await readContent(admin.browser.send('/api/session'))
    expect(session).toMatchObject({
      organization: { id, name: 'Acme' },
      admin: { role: 'owner' },
      canCreateOrganization: true,
      organizations: [{ name: 'Acme' }, { name: 'Demo' }],
    })
    await admin.browser.send('/api/baas/config')
    expect(keySeen()).toMatch(/^pk_live_made_/)
    await admin.browser.post('/api/session/organization', { organizationId: 'org-1' })
    await admin.browser.send('/api/baas/config')
    expect(keySeen()).not.toMatch(/^pk_live_made_/)
  })

  test('behavior: switching creates a session that does not last longer than the first', async () => {
    await create('Acme')
    world.pass(11 * 3600)
    const before = new Map(admin.browser.cookies)
    await admin.browser.post('/api/session/organization', { organizationId: 'org-1' })
    expect(admin.browser.cookies.get('latchkey')).not.toBe(before.get('latchkey'))
    expect((await createBrowser(world.bff, before).send('/api/members')).status).toBe(401)
    world.pass(11 * 3600)
    expect((await admin.browser.send('/api/members')).status).toBe(200)
    world.pass(2 * 3600)
    expect((await admin.browser.send('/api/members')).status).toBe(401)
  })

  test('behavior: signing in leads to the organization that the person used last', async () => {
    const id = await create('Acme')
    world.pass(60)
    const there = createBrowser(world.bff)
    expect(await readContent(signIn(there, admin.passkey))).toMatchObject({ organization: { id } })
    world.pass(60)
    const moved = await there.post('/api/session/organization', { organizationId: 'org-1' })
    expect(await readContent(moved)).toMatchObject({ organization: { id: 'org-1' } })
    world.pass(60)
    const later = await readContent(signIn(createBrowser(world.bff), admin.passkey))
    expect(later).toMatchObject({ organization: { id: 'org-1' } })
  })

  test('error: refuses a page that shows another organization than the session’s, and sends nothing', async () => {
    const id = await create('Acme')
    const asked = (organizationId: string) =>
      admin.browser.send('/api/baas/config', { headers: { [ORGANIZATION_HEADER]: organizationId } })
    expect((await asked(id)).status).toBe(200)
    world.upstream.seen.length = 0
    expect(await readError(asked('org-1'))).toMatchObject({ status: 409, code: 'ORGANIZATION_CHANGED' })
    expect(world.upstream.seen).toEqual([])
  })

  test('error: another person’s organization and an unknown one get the same error', async () => {
    await world.bff.ensureOrganization({ id: 'org-2', name: 'Others', apiKey: 'pk_live_others' })
    const change = async (organizationId: string) =>
      readError(admin.browser.post('/api/session/organization', { organizationId }))
    expect(await change('org-2')).toEqual(await change('nowhere'))
    expect(await change('org-2')).toMatchObject({ status: 404 })
  })

  test('error: data of one organization is not found in another', async () => {
    const integration = { label: 'Shop', origins: ['https://a.example'], operations: ['create'] }
    const made: { id: string } = Object(
      await readContent(admin.browser.post('/api/integrations', integration)),
    )
    await create('Acme')
    expect(await readContent(admin.browser.send('/api/integrations'))).toEqual([])
    expect((await admin.browser.send(`/api/integrations/${made.id}`, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('the end of an organization', () => {
  const end = (browser: Admin['browser'], name: string) =>
    browser.post('/api/organization/deletion', { name })

  test('behavior: members lose access, the owner switches to another organization, and the log names the owner', async () => {
    const id = await create('Acme')
    const member = await addMember(world, admin, { role: 'admin', name: 'Grace' })
    const integration = { label: 'Shop', origins: ['https://a.example'], operations: ['create'] }
    await admin.browser.post('/api/integrations', integration)
    expect(await readContent(end(admin.browser, ' Acme '))).toMatchObject({
      signedIn: true,
      organization: { id: 'org-1' },
      organizations: [{ id: 'org-1' }],
    })
    expect(closed).toEqual([id])
    expect(await readContent(member.browser.send('/api/session'))).toMatchObject({ signedIn: false })
    const { db } = world
    expect(await db.selectFrom('bff_admin').select('name').execute()).toEqual([{ name: 'Ada' }])
    expect(await db.selectFrom('bff_integration').selectAll().execute()).toEqual([])
    const [entry] = await db
      .selectFrom('bff_audit_entry')
      .select(['action', 'target', 'actor_name', 'result'])
      .where('organization_id', '=', id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute()
    expect(entry).toEqual({ action: 'organization.deleted', target: id, actor_name: 'Ada', result: 'done' })
  })

  test('error: refuses a wrong name, the deployment’s own organization, and one with wallets', async () => {
    expect(await readError(end(admin.browser, 'Demo'))).toMatchObject({ code: 'ORGANIZATION_KEPT' })
    const id = await create('Acme')
    expect((await readError(end(admin.browser, 'Acne'))).errors?.[0]?.path).toBe('name')
    hasWallets = true
    expect(await readError(end(admin.browser, 'Acme'))).toMatchObject({
      code: 'ORGANIZATION_HAS_WALLETS',
    })
    expect(await readContent(admin.browser.send('/api/session'))).toMatchObject({ organization: { id } })
  })

  test('error: refuses a person’s only organization, and a member who is not an owner', async () => {
    await create('Acme')
    const owner = await addMember(world, admin, { role: 'owner', name: 'Grace' })
    expect(await readError(end(owner.browser, 'Acme'))).toMatchObject({ code: 'LAST_ORGANIZATION' })
    const other = await addMember(world, admin, { role: 'admin', name: 'Alan' })
    expect(await readError(end(other.browser, 'Acme'))).toMatchObject({ code: 'FORBIDDEN_ROLE' })
    expect(closed).toEqual([])
  })
})

test('error: nobody can create an organization at another party’s service', async () => {
  const bff = world.another({ createOrganization: undefined })
  const browser = createBrowser(bff, admin.browser.cookies)
  browser.passkey = admin.passkey
  await signIn(browser, admin.passkey)
  expect((await browser.post('/api/organizations', { name: 'Acme' })).status).toBe(404)
  expect(await readContent(browser.send('/api/session'))).toMatchObject({ canCreateOrganization: false })
})
