import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { depth } from '#protocol/testing/tier.ts'
import { requestsTo } from '#service/testing/row-requests.ts'
import { SHOP } from './testing/test-bff.ts'

const REQUESTS = depth({ usual: 400, full: 10_000 })
/** Seconds between requests. Avoids the rate limit and the end of the session. */
const SECONDS_BETWEEN = 2

const world = await consoleWorld.fresh()
const admin = world.adminForEach()
const shop = world.shopForEach()

/** Excluded routes: streams never end, and routes that end the session turn every later response into a 401. */
const LEFT_OUT = /\/live|\/sign-out|\/api\/account\/sessions|\/organization\/leave/

test('error: no input to a route of the console, the setup or the widget causes a 500', async () => {
  const routes = world.routes.filter(({ path }) => !LEFT_OUT.test(path))
  const token = await shop.token({ externalUserId: 'user-1', operations: ['create', 'transfer', 'execute'] })
  const send = (path: string, method: string, body: unknown, pattern: string) => {
    world.pass(SECONDS_BETWEEN)
    const headers = pattern.startsWith('/api/widget/')
      ? { authorization: `Bearer ${token}`, origin: SHOP }
      : {}
    return admin.browser.send(path, { method, headers, ...(method !== 'GET' && { body }) })
  }
  expect(routes.filter(({ takes }) => takes !== undefined).length).toBeGreaterThan(150)
  const requests = fc.oneof(...routes.map(({ method, path, takes = {} }) => requestsTo(method, path, takes)))
  const codes = new Map<number, number>()
  for (const one of fc.sample(requests, REQUESTS)) {
    const answer = await send(one.path, one.method, one.body, one.pattern)
    codes.set(answer.status, (codes.get(answer.status) ?? 0) + 1)
    expect(answer.status, JSON.stringify(one)).not.toBe(500)
  }
  expect(codes.get(200)).toBeGreaterThan(REQUESTS / 50)
}, 3_600_000)
