import { beforeEach, expect, test } from 'vitest'
import {
  readContent,
  createBrowser,
  enrolAdmin,
  readError,
  signIn,
  type Admin,
} from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, invitationToken, listMembers } from '#bff/testing/people.ts'
import { ALL } from '#bff/testing/shop.ts'

const world = await consoleWorld.fresh()
let owner: Admin & { id: string }
beforeEach(async () => {
  const admin = await enrolAdmin(world)
  const [member] = await listMembers(admin)
  owner = { ...admin, id: member?.id ?? '' }
})

function setRole({ browser }: Admin, id: string, role: string) {
  return browser.send(`/api/members/${id}`, { method: 'PUT', body: { role } })
}

function remove({ browser }: Admin, id: string) {
  return browser.send(`/api/members/${id}`, { method: 'DELETE' })
}

test('behavior: the first administrator is an owner, and a person who joins has the role of the invitation', async () => {
  world.pass(60)
  await addMember(world, owner, { role: 'operator', name: 'Grace' })
  expect(await listMembers(owner)).toMatchObject([
    { name: 'Ada', role: 'owner', passkeys: 1, sessions: 1, lastSeenAtDatetime: expect.any(String) },
    { name: 'Grace', role: 'operator', passkeys: 1, sessions: 1 },
  ])
})

test('behavior: changing a role ends widget tokens that were opened with the old role', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const opened = await grace.browser.post('/api/widget-session', { operations: ALL, externalUserId: 'u1' })
  expect(opened.status).toBe(200)
  expect((await setRole(owner, grace.id, 'read-only')).status).toBe(200)
  expect(await world.db.selectFrom('bff_widget_session').selectAll().execute()).toEqual([])
  expect(await readContent(grace.browser.send('/api/session'))).toMatchObject({
    admin: { role: 'read-only' },
  })
  expect((await grace.browser.post('/api/widget-session', {})).status).toBe(403)
})

test('behavior: a removed member is signed out at once, and deleted if they belong to no other organization', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  expect((await remove(owner, grace.id)).status).toBe(200)
  expect(await readError(grace.browser.send('/api/members'))).toMatchObject({
    status: 401,
    code: 'SESSION_REQUIRED',
  })
  expect((await signIn(createBrowser(world.bff), grace.passkey)).status).toBe(401)
  expect(await world.db.selectFrom('bff_admin').select('name').execute()).toEqual([{ name: 'Ada' }])
})

const REMOVAL = 'POST /v1/org/approvers/removal'

test('behavior: a removed member loses the power to approve, by id and by the addresses that are theirs', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  await world.db
    .updateTable('bff_member')
    .set({ alert_email: 'Grace@Example.com' })
    .where('admin_id', '=', grace.id)
    .execute()
  world.upstream.answers(REMOVAL, { policies: 1, openRequests: 2 })
  expect((await remove(owner, grace.id)).status).toBe(200)
  const sent = world.upstream.seen.filter(({ path }) => path.endsWith('/approvers/removal'))
  expect(sent.map(({ body }) => body)).toEqual([{ administratorId: grace.id, emails: ['grace@example.com'] }])
})

test('error: a member stays if the service cannot take their power', async () => {
  const grace = await addMember(world, owner, { role: 'admin', name: 'Grace' })
  world.upstream.refuses(REMOVAL, 503, { code: 'UNAVAILABLE', message: 'Busy' })
  expect((await remove(owner, grace.id)).status).toBe(503)
  expect((await grace.browser.send('/api/members')).status).toBe(200)
})

test('error: a refused removal takes no power', async () => {
  expect((await remove(owner, owner.id)).status).toBe(409)
  expect(world.upstream.seen.some(({ path }) => path.endsWith('/approvers/removal'))).toBe(false)
})

test('behavior: the open page of a removed member ends', async () => {
  const grace = await addMember(world, owner, { role: 'read-only', name: 'Grace' })
  const live = await grace.browser.send('/api/live')
  expect(live.status).toBe(200)
  await remove(owner, grace.id)
  const reader = live.body?.getReader()
  await expect.poll(async () => (await reader?.read())?.done).toBe(true)
})

test('behavior: an owner ends the sessions of a member, who can sign in again', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  const answer = await owner.browser.send(`/api/members/${grace.id}/sessions`, { method: 'DELETE' })
  expect(answer.status).toBe(200)
  expect((await grace.browser.send('/api/members')).status).toBe(401)
  expect((await signIn(grace.browser, grace.passkey)).status).toBe(200)
})

test('error: the last owner can neither lose the role nor be removed', async () => {
  expect(await readError(setRole(owner, owner.id, 'admin'))).toMatchObject({ code: 'LAST_OWNER' })
  expect(await readError(remove(owner, owner.id))).toMatchObject({ status: 409, code: 'LAST_OWNER' })
})

test('error: if two owners demote each other at once, one remains', async () => {
  const grace = await addMember(world, owner, { role: 'owner', name: 'Grace' })
  const answers = await Promise.all([
    setRole(owner, grace.id, 'read-only'),
    setRole(grace, owner.id, 'read-only'),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const roles = await world.db.selectFrom('bff_member').select('role').execute()
  expect(roles.map(({ role }) => role).toSorted()).toEqual(['owner', 'read-only'])
})

test('error: an admin manages operators and read-only members, but not admins and owners', async () => {
  const admin = await addMember(world, owner, { role: 'admin', name: 'Admin' })
  const other = await addMember(world, owner, { role: 'admin', name: 'Other' })
  const reader = await addMember(world, admin, { role: 'read-only', name: 'Reader' })
  expect((await setRole(admin, reader.id, 'operator')).status).toBe(200)
  for (const answer of [
    await setRole(admin, reader.id, 'admin'),
    await setRole(admin, other.id, 'operator'),
    await remove(admin, owner.id),
    await remove(admin, other.id),
    await setRole(admin, admin.id, 'owner'),
    await admin.browser.post('/api/invitations', { role: 'admin' }),
  ]) {
    expect(await readError(answer)).toMatchObject({ status: 403, code: 'MEMBER_ABOVE' })
  }
  expect((await remove(admin, reader.id)).status).toBe(200)
})

test('error: an unknown person and a person of another organization get the same error', async () => {
  await world.bff.ensureOrganization({ id: 'org-2', name: 'Other', apiKey: 'pk_live_other' })
  const now = new Date()
  await world.db
    .insertInto('bff_admin')
    .values({ id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e', name: 'X', user_handle: 'x', created_at: now })
    .execute()
  const stranger = { admin_id: '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e', organization_id: 'org-2' }
  await world.db
    .insertInto('bff_member')
    .values({ ...stranger, role: 'operator', created_at: now, entered_at: null })
    .execute()
  const theirs = await readError(remove(owner, stranger.admin_id))
  const nobody = await readError(remove(owner, '1b0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'))
  expect(theirs).toMatchObject({ status: 404 })
  expect(theirs).toEqual(nobody)
})

test('param: an unknown role is rejected by name', async () => {
  const error = await readError(setRole(owner, owner.id, 'god'))
  expect(error.errors).toEqual([{ path: 'role', message: expect.stringContaining('must be one of') }])
})

test('behavior: each change is in the audit log', async () => {
  const grace = await addMember(world, owner, { role: 'operator', name: 'Grace' })
  await setRole(owner, grace.id, 'admin')
  await remove(owner, grace.id)
  await invitationToken(owner, 'read-only')
  const entries = (await world.audited('member.')).filter((entry) => entry.request_id !== null)
  expect(entries.slice(-5).map(({ action }) => action)).toEqual([
    'member.invited',
    'member.joined',
    'member.role-changed',
    'member.removed',
    'member.invited',
  ])
})
