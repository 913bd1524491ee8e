import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { createApp } from '#service/app.ts'
import { openAdmission } from '#service/create-service.ts'
import { setRequestLimit } from '#service/organizations/operate-organizations.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import type { Answer } from '#service/testing/test-service.ts'
import { forgetOldCounts } from './shared-counts.ts'

const KEY_MAX = 20
const ORGANIZATION_MAX = 30
const WRONG_MAX = 5

const world = await forFile(
  serviceWorld.api({
    requestLimits: {
      keyRequestsPerMinute: KEY_MAX,
      organizationRequestsPerMinute: ORGANIZATION_MAX,
      wrongKeysPerMinute: WRONG_MAX,
    },
  }),
)
/** Advances to the first second of a minute in which nothing was counted yet. */
beforeEach(() => world.ctx.clock.advance(121_000 - (world.ctx.clock.now().getTime() % 60_000)))

const config = (key: string) => world.call('GET', '/v1/baas/config', { key })
const many = (count: number, call: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, call))
const passed = (answers: Answer[]) => answers.filter((answer) => answer.status === 200).length
const newOrganization = () => world.addOrganization('Counting', `counting-${Math.random()}.example`)

describe('limits of a key', () => {
  test('behavior: exactly the limit passes within a minute, also in parallel; then 429 until the minute ends', async () => {
    const { key } = await newOrganization()
    const answers = await many(KEY_MAX + 15, () => config(key))
    expect(passed(answers)).toBe(KEY_MAX)
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.content).toMatchObject({ code: 'RATE_LIMITED' })
    const retryAfter = Number(refused?.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(50)
    expect(retryAfter).toBeLessThanOrEqual(60)
    world.ctx.clock.advance(retryAfter * 1_000)
    expect((await config(key)).status).toBe(200)
  })

  test('behavior: every response after authentication reports the remaining requests, including errors; others do not', async () => {
    const { key, id } = await newOrganization()
    const reader = await world.addKey(id, ['wallet:read'])
    const first = await config(key)
    expect(first.headers.get('ratelimit-policy')).toBe('"key";q=20;w=60, "organization";q=30;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"key";r=19;t=\d+, "organization";r=29;t=\d+$/)
    const left = async (answer: Promise<Answer>) => {
      const { status, headers } = await answer
      return [status, headers.get('ratelimit')?.replaceAll(/;t=\d+/g, '')]
    }
    expect(await left(world.call('GET', '/v1/org/keys', { key: reader }))).toEqual([
      403,
      '"key";r=19, "organization";r=28',
    ])
    expect(await left(world.call('POST', '/v1/org/keys', { key, body: {} }))).toEqual([
      400,
      '"key";r=18, "organization";r=27',
    ])
    expect(await left(world.call('DELETE', '/v1/org/keys/x', { key }))).toEqual([
      400,
      '"key";r=17, "organization";r=26',
    ])
    expect(await left(world.call('GET', '/v1/baas/config', { key: null }))).toEqual([401, undefined])
    expect(await left(world.call('GET', '/healthz'))).toEqual([200, undefined])
  })

  test('behavior: an organization’s keys share its limit, and another organization has its own', async () => {
    const one = await newOrganization()
    const two = await newOrganization()
    const second = await world.addKey(one.id, ['wallet:read'])
    await many(KEY_MAX, () => config(one.key))
    expect(passed(await many(KEY_MAX, () => config(second)))).toBe(ORGANIZATION_MAX - KEY_MAX)
    expect((await config(two.key)).status).toBe(200)
  })

  test('behavior: refused requests do not count', async () => {
    const { key, id } = await newOrganization()
    const second = await world.addKey(id, ['wallet:read'])
    await many(KEY_MAX + 20, () => config(key))
    expect(passed(await many(5, () => config(second)))).toBe(5)
  })

  test('behavior: a key’s own limit applies from the next request on, and is at most the organization’s', async () => {
    const { key, keyId } = await newOrganization()
    const put = (requestsPerMinute: unknown) =>
      world.call('PUT', `/v1/org/keys/${keyId}`, { key, body: { requestsPerMinute } })
    expect((await put(ORGANIZATION_MAX + 1)).content.errors[0]).toEqual({
      path: 'requestsPerMinute',
      message: `must be at most ${ORGANIZATION_MAX}, the limit of the organization`,
    })
    expect((await put(3)).content.requestsPerMinute).toBe(3)
    expect(passed(await many(10, () => config(key)))).toBe(1)
  })

  test('behavior: the operator sets the organization’s limit, which overrides a higher one of a key', async () => {
    const { key, id, keyId } = await newOrganization()
    expect(await setRequestLimit(world.ctx.db, id, 100)).toBe(true)
    await world.call('PUT', `/v1/org/keys/${keyId}`, { key, body: { requestsPerMinute: 90 } })
    expect((await config(key)).headers.get('ratelimit-policy')).toContain(
      '"key";q=90;w=60, "organization";q=100',
    )
    await setRequestLimit(world.ctx.db, id, 10)
    expect(passed(await many(20, () => config(key)))).toBe(8)
    expect(await setRequestLimit(world.ctx.db, 'no such organization', 10)).toBe(false)
  })
})

describe('several processes', () => {
  test('behavior: each process learns the others’ counts within the sharing interval', async () => {
    const { key, keyId } = await newOrganization()
    const admission = openAdmission(world.ctx)
    const app = createApp(world.ctx, admission)
    const elsewhere = async () =>
      app.fetch(new Request('http://service.test/v1/baas/config', { headers: { 'x-api-key': key } }))
    const together = async () => {
      const rows = await world.ctx.db
        .selectFrom('rate_counts')
        .select('requests')
        .where('subject', '=', keyId)
        .execute()
      return rows.map((row) => Number(row.requests))
    }
    for (let count = 0; count < 12; count += 1) expect((await elsewhere()).status).toBe(200)
    await expect.poll(together).toEqual([12])
    // The first request to this process adds its own count and reads the sum of all processes.
    expect((await config(key)).status).toBe(200)
    await expect.poll(together).toEqual([13])
    expect(passed(await many(KEY_MAX, () => config(key)))).toBe(KEY_MAX - 13)
    await expect.poll(together).toEqual([KEY_MAX])
    expect((await elsewhere()).status).toBe(200)
    await expect.poll(async () => (await elsewhere()).status).toBe(429)
    await admission.stop()
  })

  test('behavior: deletes counts of past minutes', async () => {
    const { key, keyId } = await newOrganization()
    await config(key)
    const stored = () =>
      world.ctx.db.selectFrom('rate_counts').select('subject').where('subject', '=', keyId).execute()
    await expect.poll(stored).toHaveLength(1)
    await forgetOldCounts(world.ctx)
    expect(await stored()).toHaveLength(1)
    world.ctx.clock.advance(15 * 60_000)
    await forgetOldCounts(world.ctx)
    expect(await stored()).toEqual([])
  })

  test('behavior: deletes all old counts, regardless of their number, and no others', async () => {
    const { db, clock } = world.ctx
    const add = (count: number, at: Date) =>
      sql`
      insert into rate_counts (subject, window_started_at, requests)
      select 'many ' || number, ${at}, 1 from generate_series(1, ${count}::integer) as number`.execute(db)
    await add(2_500, new Date(clock.now().getTime() - 3_600_000))
    await add(7, clock.now())
    await forgetOldCounts(world.ctx)
    const { rows } = await sql`select from rate_counts where subject like 'many %'`.execute(db)
    expect(rows).toHaveLength(7)
  })
})

describe('requests without a valid key', () => {
  const knock = (address: string | undefined, key: string | null = 'pk_live_wrong') =>
    world.call('GET', '/v1/baas/config', { key, client: { address } })

  test('error: too many from one address → 429, but a valid key from there passes', async () => {
    const { key } = await newOrganization()
    const answers = await many(WRONG_MAX, () => knock('203.0.113.1'))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]))
    const refused = await knock('203.0.113.1', null)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await knock('::ffff:203.0.113.1')).status).toBe(429)
    expect((await knock('203.0.113.1', key)).status).toBe(200)
    expect((await knock('203.0.113.2')).status).toBe(401)
    world.ctx.clock.advance(60_000)
    expect((await knock('203.0.113.1')).status).toBe(401)
  })

  test('behavior: IPv6 counts by /64, in any spelling of the address', async () => {
    await many(WRONG_MAX, () => knock('2001:db8:0:7::1'))
    expect((await knock('2001:db8:0:7:ffff::9')).status).toBe(429)
    expect((await knock('2001:db8:0:8::1')).status).toBe(401)
  })

  test('behavior: does not count calls within the process', async () => {
    const answers = await many(WRONG_MAX + 5, () => world.call('GET', '/v1/baas/config', { key: null }))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([401]))
  })
})
