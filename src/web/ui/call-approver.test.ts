import { afterEach, expect, test, vi } from 'vitest'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { callApprover } from './call-approver.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const EARLY = { statusCode: 409, content: { code: 'CO_SIGNER_NOT_READY', message: 'Not deployed yet' } }
const DECIDED = { statusCode: 409, content: { code: 'ALREADY_DECIDED', message: 'Decided' } }
const SIGNED_OUT = { statusCode: 200, content: { signedIn: false } }

/** Answers each request with the next response, and further requests with the last one. */
function serve(responses: readonly { statusCode: number }[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const fetched = vi.fn(async () => {
    const response = responses[Math.min(fetched.mock.calls.length, responses.length) - 1]
    return Response.json(response, { status: response?.statusCode ?? 500 })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('behavior: a person who decides before their approval wallet is deployed waits for it', async () => {
  const fetched = serve([EARLY, EARLY, SIGNED_OUT])
  const called = callApprover(APPROVER_ENDPOINTS.signOut)
  await vi.advanceTimersByTimeAsync(2_000)
  await expect(called).resolves.toEqual({ signedIn: false })
  expect(fetched).toHaveBeenCalledTimes(3)
})

test.each([
  ['a wallet that is not deployed within 20 seconds', EARLY, 21],
  ['another refusal', DECIDED, 1],
])('error: %s → the error', async (_, response, requests) => {
  const fetched = serve([response])
  const called = callApprover(APPROVER_ENDPOINTS.signOut).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await called).toMatchObject({ code: response.content.code })
  expect(fetched).toHaveBeenCalledTimes(requests)
})
