import { expect, test } from 'vitest'
import { readContent } from '#bff/testing/console-browser.ts'
import { invitationToken, listMembers, tryToJoin } from '#bff/testing/people.ts'
import { createScimToken, readDocument, toPatch } from '#bff/testing/scim-client.ts'
import { openScimWorld } from '#bff/testing/scim-world.ts'
import { invitationListSchema } from '#protocol/members.ts'

const { world, owner, provider, mailedToken } = await openScimWorld()
const join = async (token: string, name: string) => (await tryToJoin(world, token, name)).answer.status
const replace = (id: string, path: string, value: unknown) =>
  readDocument(provider.send('PATCH', `/Users/${id}`, toPatch({ op: 'replace', path, value })))
const REMOVAL = 'POST /v1/org/approvers/removal'

test('error: the invitations of a revoked token stay invalid after a new token', async () => {
  await provider.create({ userName: 'leaver@example.com' })
  const link = mailedToken()
  expect((await owner.browser.send('/api/scim/token', { method: 'DELETE' })).status).toBe(200)
  await createScimToken(owner)
  expect(await join(link, 'Leaver')).toBe(403)
})

test('error: an address that the provider changes takes no power to approve from others', async () => {
  const { id } = await provider.create({ userName: 'mallory@example.com' })
  await join(mailedToken(), 'Mallory')
  world.upstream.answers(REMOVAL, { policies: 0, openRequests: 0 })
  await replace(id, 'emails[type eq "work"].value', 'board@example.com')
  await replace(id, 'active', false)
  const removals = () => world.upstream.seen.filter(({ path }) => path.endsWith('/approvers/removal'))
  expect(JSON.stringify(removals())).toContain('mallory@example.com')
  await replace(id, 'active', true)
  await replace(id, 'active', false)
  expect(removals()).toHaveLength(2)
  expect(JSON.stringify(removals())).not.toContain('board@example.com')
})

test('error: nobody joins by a second invitation to the same address', async () => {
  const invited = await invitationToken(owner, 'read-only', 'bob@example.com')
  await provider.create({ userName: 'bob@example.com' })
  expect(await join(mailedToken(), 'Bob')).toBe(200)
  expect(await join(invited, 'Another Bob')).toBe(403)
})

test('behavior: a revoked invitation of the console leaves the provider’s invitation and user', async () => {
  await invitationToken(owner, 'operator', 'bob@example.com')
  const { id } = await provider.create({ userName: 'bob@example.com' })
  const link = mailedToken()
  const { invitations } = invitationListSchema.parse(
    await readContent(owner.browser.send('/api/invitations')),
  )
  const own = invitations.find(({ invitedBy }) => invitedBy !== 'SCIM')
  await owner.browser.send(`/api/invitations/${own?.id}`, { method: 'DELETE' })
  expect(await join(link, 'Bob')).toBe(200)
  world.upstream.answers(REMOVAL, { policies: 0, openRequests: 0 })
  await replace(id, 'active', false)
  expect((await listMembers(owner)).map(({ name }) => name)).not.toContain('Bob')
})
