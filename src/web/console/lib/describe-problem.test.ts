import { expect, test } from 'vitest'
import { BFF_ERRORS } from '#protocol/errors.ts'
import { ApiError, ReadableError } from '#web/ui/errors.ts'
import { describeProblem, knownProblems } from './describe-problem.ts'

test.each([
  ['NETWORK', 0, true],
  ['UNREADABLE', 200, true],
  ['UNREADABLE', 502, true],
  ['UPSTREAM_KEY_REFUSED', 502, false],
  ['CONFLICT', 409, true],
  ['LAST_OWNER', 409, false],
  ['BODY_TOO_LARGE', 413, false],
  ['INTERNAL', 500, true],
  ['RATE_LIMITED', 429, true],
  ['SESSION_REQUIRED', 401, true],
  ['WALLET_NOT_OWNED', 403, false],
  ['VALIDATION_FAILED', 400, false],
])('behavior: %s (%i) can be retried: %s', (code, status, canRetry) => {
  expect(describeProblem(new ApiError(code, 'text', { status })).canRetry).toBe(canRetry)
})

test('behavior: a missing capability is explained without a retry button', () => {
  const { status, message } = BFF_ERRORS.UPSTREAM_LACKS
  const problem = describeProblem(new ApiError('UPSTREAM_LACKS', message('API keys'), { status }))
  expect(problem).toMatchObject({ isLacking: true, canRetry: false, detail: message('API keys') })
})

test('behavior: shows texts written for people unchanged', () => {
  expect(describeProblem(new ReadableError('Detail', { title: 'Title' }))).toMatchObject({
    title: 'Title',
    detail: 'Detail',
  })
})

test('error: hides the text of a server fault with an unknown code', () => {
  const problem = describeProblem(new ApiError('SOME_FAULT', 'boom', { status: 500 }))
  expect(problem.title).toBe('Something went wrong on the server')
  expect(problem.detail).not.toContain('boom')
})

test('error: hides the text of an unknown error', () => {
  const problem = describeProblem(new TypeError('secret internals'))
  expect(`${problem.title} ${problem.detail}`).not.toContain('secret')
})

test('behavior: in English, known problems have the server’s text', () => {
  const messages = Object.entries<{ message: (...data: string[]) => string }>(BFF_ERRORS).map(
    ([code, { message }]) => [code, message('')],
  )
  expect(Object.fromEntries(messages)).toMatchObject(knownProblems())
})
