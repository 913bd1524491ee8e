import { beforeEach, expect, test } from 'vitest'
import { readContent, createBrowser, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, invitationToken, listMembers, tryToJoin } from '#bff/testing/people.ts'
import { invitedSchema } from '#protocol/members.ts'

const mails: { to: string; subject: string; text: string }[] = []
let isMailAway = false
const mailer = {
  send: async (mail: (typeof mails)[number]) => {
    if (isMailAway) throw new Error('no connection')
    mails.push(mail)
  },
}
beforeEach(() => {
  mails.length = 0
  isMailAway = false
})
const world = await consoleWorld.fresh({ mailer })
const owner = world.adminForEach()

const INVALID = { status: 403, code: 'INVITATION_LINK_INVALID' }

test('behavior: the link describes the invitation, and creates a member with a session', async () => {
  const token = await invitationToken(owner, 'operator')
  expect(await readContent(createBrowser(world.bff).post('/api/join/invitation', { token }))).toEqual({
    organization: 'Demo',
    role: 'operator',
    invitedBy: 'Ada',
    expiresAtDatetime: expect.any(String),
  })
  const { answer, admin } = await tryToJoin(world, token, 'Grace')
  expect(await readContent(answer)).toMatchObject({
    signedIn: true,
    admin: { name: 'Grace', role: 'operator' },
    organizations: [{ name: 'Demo', role: 'operator' }],
  })
  expect((await admin.browser.send('/api/baas/config')).status).toBe(200)
})

test('behavior: only a hash of the link is stored, and lists never contain it', async () => {
  const token = await invitationToken(owner, 'read-only')
  const rows = await world.db.selectFrom('bff_invitation').selectAll().execute()
  const listed = await (await owner.browser.send('/api/invitations')).text()
  expect(JSON.stringify(rows) + listed + world.logs.join('')).not.toContain(token)
  expect(listed).toContain('"invitedBy":"Ada"')
})

test('behavior: a link works once, and only one of two concurrent people becomes a member', async () => {
  const token = await invitationToken(owner, 'operator')
  const both = await Promise.all([tryToJoin(world, token, 'One'), tryToJoin(world, token, 'Two')])
  const statuses = both.map(({ answer }) => answer.status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403])
  expect(await listMembers(owner)).toHaveLength(2)
  expect(await readError((await tryToJoin(world, token, 'Three')).answer)).toMatchObject(INVALID)
})

test('error: unknown, expired and revoked links get the same error', async () => {
  const expired = await invitationToken(owner, 'operator')
  const answer = await owner.browser.post('/api/invitations', { role: 'operator' })
  const { id, link } = invitedSchema.parse(await readContent(answer))
  const revoked = new URL(link).hash.replace('#token=', '')
  expect((await owner.browser.send(`/api/invitations/${id}`, { method: 'DELETE' })).status).toBe(200)
  const errors = [await readError((await tryToJoin(world, 'made-up', 'X')).answer)]
  errors.push(await readError((await tryToJoin(world, revoked, 'X')).answer))
  world.pass(7 * 86_400)
  errors.push(await readError((await tryToJoin(world, expired, 'X')).answer))
  for (const error of errors) expect(error).toEqual(errors[0])
  expect(errors[0]).toMatchObject(INVALID)
})

test('error: an invitation is invalid once its sender may no longer give the role', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  const token = await invitationToken(grace, 'operator')
  await owner.browser.send(`/api/members/${grace.id}`, { method: 'PUT', body: { role: 'operator' } })
  expect(await readError((await tryToJoin(world, token, 'X')).answer)).toMatchObject(INVALID)
})

test('behavior: mails the link to an address, and names cannot add lines to the mail', async () => {
  await world.db.updateTable('bff_admin').set({ name: 'Ada\u202e\n\nhttps://evil.example' }).execute()
  const answer = await owner.browser.post('/api/invitations', {
    role: 'read-only',
    email: 'grace@example.com',
  })
  const { link, mailed } = invitedSchema.parse(await readContent(answer))
  expect(mailed).toBe(true)
  expect(mails).toMatchObject([{ to: 'grace@example.com', subject: 'Your invitation to Demo' }])
  expect(mails[0]?.text).toContain(link)
  expect(mails[0]?.text.split('\n')[0]).toBe(
    'Ada https evil example invites you to Demo as a read-only member.',
  )
  expect(world.logs.join('')).not.toContain('grace@example.com')
})

test('error: reports a mail that was not accepted, and the link still works', async () => {
  isMailAway = true
  const answer = await owner.browser.post('/api/invitations', { role: 'read-only', email: 'a@example.com' })
  const { link, mailed } = invitedSchema.parse(await readContent(answer))
  expect(mailed).toBe(false)
  const token = new URL(link).hash.replace('#token=', '')
  expect((await tryToJoin(world, token, 'Grace')).answer.status).toBe(200)
})

test('behavior: a person with a passkey accepts, belongs to both organizations, and switches between them', async () => {
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Second', apiKey: 'pk_live_second' })
  const token = await invitationToken(owner, 'operator')
  // Changes the invitation as if an owner of the second organization had sent the link.
  await world.db
    .insertInto('bff_member')
    .values(await elsewhere())
    .execute()
  await world.db.updateTable('bff_invitation').set({ organization_id: 'org-2' }).execute()
  const grace = await addMember(world, owner, { role: 'read-only', name: 'Grace' })
  const before = new Map(grace.browser.cookies)
  expect(await readContent(grace.browser.post('/api/join/accept', { token }))).toMatchObject({
    admin: { name: 'Grace', role: 'operator' },
    organization: { name: 'Second' },
    organizations: [
      { name: 'Demo', role: 'read-only' },
      { name: 'Second', role: 'operator' },
    ],
  })
  expect((await createBrowser(world.bff, before).send('/api/members')).status).toBe(401)
  const back = await grace.browser.post('/api/session/organization', { organizationId: 'org-1' })
  expect(await readContent(back)).toMatchObject({
    organization: { name: 'Demo' },
    admin: { role: 'read-only' },
  })
})

test('error: a member cannot join again', async () => {
  const token = await invitationToken(owner, 'operator')
  const answer = await owner.browser.post('/api/join/accept', { token })
  expect(await readError(answer)).toMatchObject({ status: 409, code: 'ALREADY_MEMBER' })
  expect((await tryToJoin(world, token, 'Grace')).answer.status).toBe(200)
})

async function elsewhere() {
  const [{ id } = { id: '' }] = await listMembers(owner)
  return {
    organization_id: 'org-2',
    admin_id: id,
    role: 'owner' as const,
    created_at: new Date(),
    entered_at: null,
  }
}
