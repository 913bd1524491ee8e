import { beforeEach, describe, expect, test } from 'vitest'
import { readError, type Admin } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { addMember, invitationToken, joinedId, listMembers, tryToJoin } from '#bff/testing/people.ts'
import { EXECUTE } from '#bff/testing/widget-bodies.ts'
import type { PolicyApprover } from '#protocol/policies.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'

const world = await consoleWorld.fresh()
const owner = world.adminForEach()
const ID = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'
const AT = '2026-11-21T10:00:00.000Z'
const FRIEND = { email: 'friend@example.org' }

let ada: PolicyApprover
beforeEach(async () => {
  const [member] = await listMembers(owner)
  ada = { email: 'ada@example.com', administratorId: member?.id ?? '', name: 'Ada' }
  for (const route of ['POST /v1/org/policies', `PUT /v1/org/policies/${ID}`])
    world.upstream.on(route, ({ body }) => ({
      content: {
        id: ID,
        enabled: true,
        walletAddress: null,
        createdAtDatetime: AT,
        updatedAtDatetime: AT,
        ...(body instanceof Object ? body : {}),
      },
    }))
})

const buildBody = (approvers: readonly PolicyApprover[]) => ({
  name: 'Large sums',
  rule: { kind: 'approval', tokenAddress: EXECUTE.toAddress, amount: '10', approvers },
})
/** Creates a policy, and changes it to the same rule. */
const SAVES = [
  ['created', (body: object) => owner.browser.post('/api/org/policies', body)],
  ['changed', (body: object) => owner.browser.send(`/api/org/policies/${ID}`, { method: 'PUT', body })],
] as const
const sent = () => world.upstream.seen.filter(({ path }) => path.includes('/policies'))

async function invite(name: string, email: string): Promise<Admin & { id: string }> {
  const { answer, admin } = await tryToJoin(world, await invitationToken(owner, 'operator', email), name)
  return { ...admin, id: await joinedId(answer) }
}

describe.each(SAVES)('a policy that is %s', (_how, save) => {
  test('behavior: reaches the service unchanged', async () => {
    const body = buildBody([ada, FRIEND])
    expect((await save(body)).status).toBe(200)
    expect(sent().map((one) => one.body)).toEqual([body])
  })

  test('error: is refused if it names a member who was removed while its form was open', async () => {
    const ben = await addMember(world, owner, { role: 'admin', name: 'Ben' })
    world.upstream.answers('POST /v1/org/approvers/removal', { policies: 1, openRequests: 0 })
    await owner.browser.send(`/api/members/${ben.id}`, { method: 'DELETE' })
    const named = { email: 'ben@example.com', administratorId: ben.id, name: 'Ben' }
    const refused = await readError(save(buildBody([ada, named])))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'rule.approvers.1' }] })
    expect(sent()).toEqual([])
    expect((await save(buildBody([ada, { ...named, removed: true }]))).status).toBe(200)
  })

  test('error: is refused if it names a member by id and by the address of their invitation', async () => {
    const grace = await invite('Grace', 'grace@example.com')
    const named = { email: 'other@example.com', administratorId: grace.id, name: 'Grace' }
    const refused = await readError(save(buildBody([{ email: 'Grace+x@example.com' }, named])))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'rule.approvers.0' }] })
    expect(sent()).toEqual([])
  })

  test('error: is refused if it names a member by two addresses that are theirs', async () => {
    const grace = await invite('Grace', 'grace@example.com')
    const alerts = { email: 'alerts@example.com', muted: [] }
    await grace.browser.send('/api/account/alerts', { method: 'PUT', body: alerts })
    const twice = buildBody([{ email: 'grace@example.com' }, ada, { email: 'alerts@example.com' }])
    expect(await readError(save(twice))).toMatchObject({ errors: [{ path: 'rule.approvers.2' }] })
    // An address that a member has given up may belong to another person by now.
    await grace.browser.send('/api/account/alerts', { method: 'PUT', body: { ...alerts, email: null } })
    expect((await save(twice)).status).toBe(200)
  })

  test('behavior: recognizes its members later by the addresses that it gave them', async () => {
    expect((await save(buildBody([ada, FRIEND]))).status).toBe(200)
    await owner.browser.post('/api/baas/transactions/execute', EXECUTE)
    const seen = world.upstream.seen.findLast(({ path }) => path.endsWith('/execute'))
    expect(JSON.parse(seen?.headers.get(REQUESTER_HEADER) ?? '{}').emails).toEqual(['ada@example.com'])
  })
})
