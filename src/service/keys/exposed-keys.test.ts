import { expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.api())

const HOUR = 3_600_000
const ORIGIN = 'https://shop.example'

const fromBrowser = (key: string, headers: Record<string, string> = { origin: ORIGIN }) =>
  world.call('GET', '/v1/baas/config', { key, headers })
const alarms = async (keyId: string) => {
  const rows = await world.ctx.db
    .selectFrom('events')
    .select(['organization_id', 'data'])
    .where('type', '=', 'apikey.exposed')
    .execute()
  return rows.filter((row) => JSON.stringify(row.data).includes(keyId))
}
async function issue() {
  const body = { label: 'In a page', scopes: ['wallet:read'] }
  return (await world.call('POST', '/v1/org/keys', { body })).content
}

test('behavior: raises one alarm an hour with the origin, and the list shows when', async () => {
  const { secret, id, start } = await issue()
  const answers = await Promise.all(Array.from({ length: 20 }, () => fromBrowser(secret)))
  expect(new Set(answers.map((answer) => answer.content.code))).toEqual(new Set(['API_KEY_IN_BROWSER']))
  await expect.poll(() => alarms(id)).toHaveLength(1)
  world.ctx.clock.advance(HOUR / 2)
  await fromBrowser(secret)
  world.ctx.clock.advance(HOUR / 2 + 60_000)
  await fromBrowser(secret, { 'sec-fetch-site': 'cross-site' })
  await expect.poll(() => alarms(id)).toHaveLength(2)
  const raised = await alarms(id)
  expect(raised[0]).toMatchObject({
    organization_id: world.demo.id,
    data: { keyId: id, start, origin: ORIGIN },
  })
  expect(JSON.stringify(raised)).not.toContain(secret.slice(20))
  const keys = (await world.call('GET', '/v1/org/keys')).content
  expect(keys.find((key: { id: string }) => key.id === id).exposedAtDatetime).not.toBeNull()
})

test('behavior: the alert is raised with the alarm, and once', async () => {
  const { secret, id } = await issue()
  await Promise.all([fromBrowser(secret), fromBrowser(secret)])
  await expect.poll(() => alarms(id)).toHaveLength(1)
  world.ctx.clock.advance(HOUR + 1)
  await fromBrowser(secret)
  await expect.poll(() => alarms(id)).toHaveLength(2)
  const { content } = await world.call('GET', '/v1/org/alerts')
  const raised = content.filter(({ subject }: { subject: string }) => subject === id)
  expect(raised).toMatchObject([{ kind: 'key-exposed', name: 'In a page' }])
})

test('behavior: a key sent by a browser as Bearer raises the alarm too', async () => {
  const { secret, id } = await issue()
  const headers = { origin: ORIGIN, authorization: `Bearer ${secret}` }
  const answer = await world.call('GET', '/v1/baas/config', { key: null, headers })
  expect(answer.content.code).toBe('API_KEY_IN_BROWSER')
  await expect.poll(() => alarms(id)).toHaveLength(1)
})

test('error: refuses an invalid key in the same way and raises nothing', async () => {
  const { secret, id } = await issue()
  await world.call('DELETE', `/v1/org/keys/${id}`)
  expect((await fromBrowser(secret)).content.code).toBe('API_KEY_IN_BROWSER')
  const holding = await issue()
  await fromBrowser(holding.secret)
  await expect.poll(() => alarms(holding.id)).toHaveLength(1)
  expect(await alarms(id)).toEqual([])
})
