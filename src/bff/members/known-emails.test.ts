import { expect, test } from 'vitest'
import { readError, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { invitationToken, joinedId, tryToJoin } from '#bff/testing/people.ts'
import { EXECUTE } from '#bff/testing/widget-bodies.ts'
import { MEMBER_ADDRESSES_MAX } from '#protocol/limits.ts'
import { REQUESTER_HEADER, requesterEmailsSchema } from '#protocol/requester.ts'
import type { Role } from '#protocol/roles.ts'

const world = await consoleWorld.fresh()
const owner = world.adminForEach()

/** Joins as a new member who was invited at this address. */
async function join(role: Role, email?: string): Promise<Admin & { id: string }> {
  const { answer, admin } = await tryToJoin(world, await invitationToken(owner, role, email), 'Grace')
  return { ...admin, id: await joinedId(answer) }
}
/** Returns the addresses that the service receives with a member's execution. */
async function declared({ browser }: Admin): Promise<readonly string[]> {
  expect((await browser.post('/api/baas/transactions/execute', EXECUTE)).status).toBe(200)
  const seen = world.upstream.seen.findLast(({ path }) => path.endsWith('/execute'))
  return requesterEmailsSchema.parse(JSON.parse(seen?.headers.get(REQUESTER_HEADER) ?? '')).emails
}
const setAlertMails = ({ browser }: Admin, email: string | null) =>
  browser.send('/api/account/alerts', { method: 'PUT', body: { email, muted: [] } })

test.each<Role>(['operator', 'admin'])(
  'behavior: an %s is recognized by the address of their invitation',
  async (role) => {
    expect(await declared(await join(role, 'Grace@Example.com'))).toEqual(['grace@example.com'])
  },
)

test('behavior: a member without an invitation by mail has no known address', async () => {
  expect(await declared(await join('operator'))).toEqual([])
})

test('behavior: a member is recognized by the address of their account at the identity provider', async () => {
  const grace = await join('operator', 'grace@example.com')
  const account = {
    issuer: 'https://id.example',
    subject: '1',
    label: 'G@id.example',
    created_at: new Date(),
  }
  await world.db
    .insertInto('bff_identity')
    .values({ ...account, admin_id: grace.id })
    .execute()
  expect(await declared(grace)).toEqual(['g@id.example', 'grace@example.com'])
})

test('behavior: an earlier address of alert mails is still known, until the membership ends', async () => {
  const grace = await join('operator')
  for (const email of ['one@example.com', 'two@example.com', null])
    expect((await setAlertMails(grace, email)).status).toBe(200)
  expect(await declared(grace)).toEqual(['one@example.com', 'two@example.com'])
  world.upstream.answers('POST /v1/org/approvers/removal', { policies: 0, openRequests: 0 })
  expect((await owner.browser.send(`/api/members/${grace.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await world.db.selectFrom('bff_member_address').selectAll().execute()).toEqual([])
})

test('error: refuses one more address of alert mails than can be known, and accepts a known one', async () => {
  const grace = await join('operator', 'grace@example.com')
  for (let count = 1; count < MEMBER_ADDRESSES_MAX; count += 1)
    expect((await setAlertMails(grace, `grace${count}@example.com`)).status).toBe(200)
  const refused = await readError(setAlertMails(grace, 'more@example.com'))
  expect(refused).toMatchObject({ status: 400, errors: [{ path: 'email' }] })
  expect((await setAlertMails(grace, 'grace1@example.com')).status).toBe(200)
  expect(await declared(grace)).toHaveLength(MEMBER_ADDRESSES_MAX)
})
