import { expect, test } from 'vitest'
import { createBrowser, readContent, readError, signIn, type Admin } from '#bff/testing/console-browser.ts'
import { invitationToken, joinedId, listMembers, tryToJoin } from '#bff/testing/people.ts'
import {
  createScimToken,
  readDocument,
  readScimError,
  scimClient,
  toPatch,
} from '#bff/testing/scim-client.ts'
import { openScimWorld } from '#bff/testing/scim-world.ts'
import { ORGANIZATION } from '#bff/testing/test-bff.ts'
import { invitationListSchema } from '#protocol/members.ts'

const { world, owner, mails, readToken, provider, mailedToken } = await openScimWorld()

const GRACE = { userName: 'grace@example.com', displayName: 'Grace Hopper' }
const REMOVAL = 'POST /v1/org/approvers/removal'
const INVALID = { status: 403, code: 'INVITATION_LINK_INVALID' }

const setActive = (id: string, active: boolean) =>
  provider.send('PATCH', `/Users/${id}`, toPatch({ op: 'replace', value: { active } }))

type Joined = Admin & { id: string; userId: string }

/** Provisions Grace, who joins by the mailed link. */
async function provisionGrace(): Promise<Joined> {
  const { id: userId } = await provider.create(GRACE)
  const { answer, admin } = await tryToJoin(world, mailedToken(), 'Grace')
  return { ...admin, id: await joinedId(answer), userId }
}

const setRole = (id: string, role: string) =>
  owner.browser.send(`/api/members/${id}`, { method: 'PUT', body: { role } })
const namesOfMembers = async () =>
  (await listMembers(owner)).map(({ name, role }) => `${name}: ${role}`).toSorted()
const statusOf = async ({ browser }: Admin) => (await browser.send('/api/members')).status

test('behavior: a provisioned person gets the invitation by mail, in their language, and joins as a reader', async () => {
  const user = await provider.create({ ...GRACE, preferredLanguage: 'de-CH' })
  expect(user).not.toHaveProperty('roles')
  expect(mails).toMatchObject([
    {
      to: 'grace@example.com',
      subject: 'Ihre Einladung zu Demo',
      text: expect.stringContaining('Identitätsanbieter'),
    },
  ])
  const { answer } = await tryToJoin(world, mailedToken(), 'Grace')
  expect(await readContent(answer)).toMatchObject({ admin: { name: 'Grace', role: 'read-only' } })
  expect(await provider.read(user.id)).toMatchObject({ active: true, roles: [{ value: 'read-only' }] })
})

test('behavior: a deactivated member is signed out at once and cannot sign in, and returns as a reader', async () => {
  const grace = await provisionGrace()
  await setRole(grace.id, 'admin')
  expect(await statusOf(grace)).toBe(200)
  expect(await readDocument(setActive(grace.userId, false))).toMatchObject({ active: false })
  expect(await readError(grace.browser.send('/api/members'))).toMatchObject({ code: 'SESSION_REQUIRED' })
  expect((await signIn(createBrowser(world.bff), grace.passkey)).status).toBe(401)
  expect(await namesOfMembers()).toEqual(['Ada: owner'])
  expect(await provider.read(grace.userId)).not.toHaveProperty('roles')
  await readDocument(setActive(grace.userId, true))
  expect((await signIn(grace.browser, grace.passkey)).status).toBe(200)
  expect(await namesOfMembers()).toEqual(['Ada: owner', 'Grace: read-only'])
  expect(mails).toHaveLength(1)
})

test('behavior: a request to deactivate ends a membership that began meanwhile, whatever is stored', async () => {
  const { id } = await provider.create({ ...GRACE, active: false })
  expect(mails).toEqual([])
  const { answer, admin } = await tryToJoin(
    world,
    await invitationToken(owner, 'admin', GRACE.userName),
    'Grace',
  )
  expect(answer.status).toBe(200)
  await readDocument(setActive(id, false))
  expect(await statusOf(admin)).toBe(401)
})

test('error: the invitation of a deactivated person is invalid, and activating them sends another one', async () => {
  const { id } = await provider.create(GRACE)
  const token = mailedToken()
  await readDocument(setActive(id, false))
  expect(await readError((await tryToJoin(world, token, 'Grace')).answer)).toMatchObject(INVALID)
  await readDocument(setActive(id, true))
  expect(mails).toHaveLength(2)
  expect((await tryToJoin(world, mailedToken(), 'Grace')).answer.status).toBe(200)
})

test('behavior: another address gets another invitation, and the earlier one ends', async () => {
  const { id } = await provider.create(GRACE)
  const token = mailedToken()
  const change = toPatch({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'g@example.com' })
  await readDocument(provider.send('PATCH', `/Users/${id}`, change))
  expect(mails.map(({ to }) => to)).toEqual(['grace@example.com', 'g@example.com'])
  expect(await readError((await tryToJoin(world, token, 'Grace')).answer)).toMatchObject(INVALID)
  expect((await tryToJoin(world, mailedToken(), 'Grace')).answer.status).toBe(200)
})

/** Makes Ada, the only owner, a provisioned user: she accepts the mailed invitation. */
async function provisionAda(): Promise<string> {
  const { id } = await provider.create({ userName: 'ada@example.com' })
  const accepted = await owner.browser.post('/api/join/accept', { token: mailedToken() })
  expect(accepted.status).toBe(200)
  return id
}

test('behavior: a member who accepts the invitation keeps their role and is managed from then on', async () => {
  const id = await provisionAda()
  expect(await namesOfMembers()).toEqual(['Ada: owner'])
  expect(await provider.read(id)).toMatchObject({ roles: [{ value: 'owner' }] })
  const entry = (await world.audited('member.joined')).at(-1)
  expect(JSON.parse(entry?.details ?? '')).toEqual({ connected: true, invitedBy: 'SCIM' })
})

test('error: the last owner is never deactivated or deleted, and keeps their power to approve', async () => {
  const id = await provisionAda()
  const user = await provider.read(id)
  const attempts = [
    () => setActive(id, false),
    () => provider.send('PATCH', `/Users/${id}`, toPatch({ op: 'Replace', path: 'active', value: 'False' })),
    () => provider.send('PUT', `/Users/${id}`, { ...user, active: false }),
    () => provider.send('DELETE', `/Users/${id}`),
  ]
  for (const attempt of attempts)
    expect(await readScimError(attempt())).toEqual({
      status: 409,
      scimType: undefined,
      detail: 'This is the last owner. Make someone else an owner first.',
    })
  expect(await statusOf(owner)).toBe(200)
  expect(await provider.read(id)).toEqual(user)
  expect(world.upstream.seen.filter(({ path }) => path.endsWith('/approvers/removal'))).toEqual([])
})

test('error: a refused change takes no power to approve', async () => {
  const grace = await provisionGrace()
  await provider.create({ userName: 'lin@example.com' })
  const change = { userName: 'lin@example.com', emails: [{ value: GRACE.userName }], active: false }
  expect(await readScimError(provider.send('PUT', `/Users/${grace.userId}`, change))).toMatchObject({
    scimType: 'uniqueness',
  })
  expect(world.upstream.seen.filter(({ path }) => path.endsWith('/approvers/removal'))).toEqual([])
})

test('behavior: a deactivated member loses the power to approve at the service first', async () => {
  const grace = await provisionGrace()
  world.upstream.refuses(REMOVAL, 503, { code: 'UNAVAILABLE', message: 'Busy' })
  expect(await readScimError(setActive(grace.userId, false))).toMatchObject({ status: 503 })
  expect(await provider.read(grace.userId)).toMatchObject({ active: true })
  expect(await statusOf(grace)).toBe(200)
  world.upstream.answers(REMOVAL, { policies: 1, openRequests: 2 })
  expect((await provider.send('DELETE', `/Users/${grace.userId}`)).status).toBe(204)
  const sent = world.upstream.seen.filter(({ path }) => path.endsWith('/approvers/removal'))
  expect(sent.at(-1)?.body).toEqual({ administratorId: grace.id, emails: ['grace@example.com'] })
})

test('behavior: a deleted user is removed, and deleted if they belong to no other organization', async () => {
  const grace = await provisionGrace()
  const deleted = await provider.send('DELETE', `/Users/${grace.userId}`)
  expect([deleted.status, await deleted.text()]).toEqual([204, ''])
  expect(await statusOf(grace)).toBe(401)
  expect(await readScimError(provider.send('GET', `/Users/${grace.userId}`))).toMatchObject({ status: 404 })
  expect(await world.db.selectFrom('bff_admin').select('name').execute()).toEqual([{ name: 'Ada' }])
})

test('behavior: a member who is removed and an invitation that is revoked in the console are not found', async () => {
  const grace = await provisionGrace()
  const { id: pendingId } = await provider.create({ userName: 'lin@example.com' })
  const listed = invitationListSchema.parse(await readContent(owner.browser.send('/api/invitations')))
  expect(listed.invitations).toMatchObject([
    { email: 'lin@example.com', invitedBy: 'SCIM', role: 'read-only' },
  ])
  await owner.browser.send(`/api/members/${grace.id}`, { method: 'DELETE' })
  await owner.browser.send(`/api/invitations/${listed.invitations[0]?.id}`, { method: 'DELETE' })
  for (const id of [grace.userId, pendingId])
    expect(await readScimError(setActive(id, false))).toMatchObject({ status: 404 })
  expect((await provider.list('')).totalResults).toBe(0)
})

test('behavior: a member who was invited with the same address becomes the user, and keeps their role', async () => {
  const token = await invitationToken(owner, 'admin', 'Grace@Example.com')
  const { admin } = await tryToJoin(world, token, 'Grace')
  mails.length = 0
  const user = await provider.create(GRACE)
  expect(user).toMatchObject({ roles: [{ value: 'admin' }] })
  expect(mails).toEqual([])
  await readDocument(setActive(user.id, false))
  expect(await statusOf(admin)).toBe(401)
})

test('error: the address of a member’s alert mails does not make them another person’s user', async () => {
  const grace = await provisionGrace()
  await grace.browser.send('/api/account/alerts', {
    method: 'PUT',
    body: { email: 'lin@example.com', muted: [] },
  })
  const lin = await provider.create({ userName: 'lin@example.com' })
  expect(lin).not.toHaveProperty('roles')
  await readDocument(setActive(lin.id, false))
  expect(await statusOf(grace)).toBe(200)
})

test('error: users of another organization are as unknown as users that never existed', async () => {
  const { id } = await provider.create(GRACE)
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
  await world.db.updateTable('bff_member').set({ organization_id: 'org-2' }).execute()
  await world.db.updateTable('bff_session').set({ organization_id: 'org-2' }).execute()
  const otherToken = await createScimToken(owner)
  const other = scimClient(world, () => otherToken)
  const unknown = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
  for (const [method, body] of [
    ['GET'],
    ['PUT', GRACE],
    ['PATCH', toPatch({ op: 'add', value: {} })],
    ['DELETE'],
  ] as const) {
    const errors = await Promise.all(
      [id, unknown].map((one) => readScimError(other.send(method, `/Users/${one}`, body))),
    )
    expect(errors[0], method).toMatchObject({ status: 404 })
    expect(errors[0], method).toEqual(errors[1])
  }
  expect((await other.list('filter=userName eq "grace@example.com"')).totalResults).toBe(0)
  expect(await other.create(GRACE)).toMatchObject({ userName: GRACE.userName })
  expect((await provider.list('')).totalResults).toBe(1)
})

test('error: refuses one of two users with the same name who are created at the same time', async () => {
  const answers = await Promise.all(
    ['one@example.com', 'two@example.com'].map((value) =>
      provider.send('POST', '/Users', { userName: 'grace', emails: [{ value }] }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && (await readScimError(refused))).toMatchObject({ scimType: 'uniqueness' })
  expect((await provider.list('')).totalResults).toBe(1)
  expect(mails).toHaveLength(1)
})

test('behavior: the audit log names each act, the actor and the person, without an email address', async () => {
  const earlier = (await world.audited('provisioning.user')).length
  const grace = await provisionGrace()
  await readDocument(setActive(grace.userId, false))
  await readDocument(setActive(grace.userId, false))
  await readDocument(setActive(grace.userId, true))
  const rename = toPatch({ op: 'replace', path: 'displayName', value: 'grace@example.com' })
  await readDocument(provider.send('PATCH', `/Users/${grace.userId}`, rename))
  await provider.send('DELETE', `/Users/${grace.userId}`)
  const entries = (await world.audited('provisioning.user')).slice(earlier)
  const facts = entries.map(({ action, actor_name: actor, target, details }) => ({
    act: action.replace('provisioning.user-', ''),
    actor,
    isMember: target === grace.id,
    details: JSON.parse(details),
  }))
  const common = { actor: 'SCIM', isMember: true }
  const name = 'Grace Hopper'
  expect(facts).toEqual([
    { act: 'created', ...common, isMember: false, details: { name } },
    { act: 'deactivated', ...common, details: { name, role: 'read-only', changed: 'active' } },
    { act: 'reactivated', ...common, details: { name, changed: 'active' } },
    { act: 'updated', ...common, details: { name, role: 'read-only', changed: 'displayName' } },
    { act: 'deleted', ...common, details: { role: 'read-only' } },
  ])
  expect(JSON.stringify(entries)).not.toContain('@example.com')
})

test('behavior: a deactivated person stays a member of their other organization', async () => {
  const grace = await provisionGrace()
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
  const member = { organization_id: 'org-2', admin_id: grace.id, role: 'operator' } as const
  const times = { created_at: new Date(0), entered_at: null }
  await world.db
    .insertInto('bff_member')
    .values({ ...member, ...times })
    .execute()
  await readDocument(setActive(grace.userId, false))
  expect(await readContent(signIn(createBrowser(world.bff), grace.passkey))).toMatchObject({
    organization: { id: 'org-2' },
    organizations: [{ id: 'org-2' }],
  })
  expect(ORGANIZATION.id).not.toBe('org-2')
})

test('error: a person who would need a mail is refused if there is no mail server, and nothing is stored', async () => {
  const withoutMail = scimClient({ bff: world.another({ mailer: undefined }) }, readToken)
  expect(await readScimError(withoutMail.send('POST', '/Users', GRACE))).toMatchObject({
    status: 501,
    detail: expect.stringContaining('no mail server'),
  })
  expect((await provider.list('')).totalResults).toBe(0)
})
