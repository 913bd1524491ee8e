import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { APPROVER_ENDPOINTS, type ApproverEndpoint } from '#protocol/approver-endpoints.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { depth } from '#protocol/testing/tier.ts'
import { requestsTo } from '#service/testing/row-requests.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const REQUESTS = depth({ usual: 300, full: 5_000 })

const world = await forFile(serviceWorld.approvals())
const { wallet, approver } = await world.protectedWallet()

test('error: no route of the approval app responds with 500, whatever it receives', async () => {
  const transactionUuid = await world.hold(wallet)
  // Signing out would make every further response a 401.
  const rows = Object.values<ApproverEndpoint>(APPROVER_ENDPOINTS).filter(({ path }) => path !== '/sign-out')
  const requests = fc.oneof(...rows.map((row) => requestsTo(row.method, row.path, row)))
  const codes = new Map<number, number>()
  for (const [index, one] of fc.sample(requests, REQUESTS).entries()) {
    // Advances the clock so that no rate limit interferes.
    world.clock.advance(1_000)
    const path = index % 3 === 0 ? one.path.replace(/[^/]*$/, transactionUuid) : one.path
    const answer = await (one.method === 'GET' ? approver.get(path) : approver.post(path, one.body))
    codes.set(answer.status, (codes.get(answer.status) ?? 0) + 1)
    expect(answer.status, JSON.stringify(one)).not.toBe(500)
  }
  expect(codes.get(200)).toBeGreaterThan(REQUESTS / 20)
})
