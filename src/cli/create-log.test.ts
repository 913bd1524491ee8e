import { expect, test } from 'vitest'
import { startRequestSpan, withRequestScope } from '#server-kit/http/request-scope.ts'
import { createLog } from './create-log.ts'

function loggedBy(work: (log: ReturnType<typeof createLog>) => void): string {
  let lines = ''
  work(createLog('trace', { write: (line: string) => void (lines += line) }))
  return lines
}

test.each([
  [{ 'x-api-key': 'canary' }],
  [{ headers: { cookie: 'canary', authorization: 'Bearer canary' } }],
  [{ request: { body: { verificationCode: 'canary' } } }],
  [{ secret: 'canary', nested: { token: 'canary', password: 'canary' } }],
])('behavior: redacts the value of a secret field in %j', (fields) => {
  const line = loggedBy((log) => log.info(fields, 'x'))
  expect(line).not.toContain('canary')
  expect(line).toContain('[redacted]')
})

test.each([
  'refused pk_live_abcdef_GHIJKLMNOPQRSTUVWXYZ0123_abcdef here',
  'opened with is_live_GHIJKLMNOPQRSTUVWXYZ0123_abcdef',
  'signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLwSw',
  'connect postgres://latchkey:hunter2@db.example:5432/latchkey failed',
  'connect postgres://a:1@a.example,postgres://latchkey:hunter2@db.example failed',
  'connect postgres://latchkey:pass@hunter2@db.example failed',
  'connect https://a.example/x,postgres://latchkey:hunter2@db.example failed',
  'the private key 0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d',
])('behavior: redacts a secret in a text: %s', (text) => {
  const line = loggedBy((log) => log.warn({ err: new Error(text) }, text))
  for (const secret of ['GHIJKLMNOP', 'MfKQ9r8GKY', 'hunter2', '4f3edf983ac6'])
    expect(line).not.toContain(secret)
})

test.each(['http://a.example/x', 'http://a.example:4000/x', 'to u@example.com'])(
  'behavior: does not redact %s',
  (text) => {
    expect(loggedBy((log) => log.info(text))).toContain(text)
  },
)

test('behavior: transaction hashes and addresses are not redacted', () => {
  const hash = `0x${'ab'.repeat(32)}`
  expect(loggedBy((log) => log.info({ hash }, 'x'))).toContain(hash)
})

test('behavior: every line logged within a request carries its ids', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const { context } = startRequestSpan('GET', new Headers({ traceparent }))
  const line = loggedBy((log) =>
    withRequestScope({ requestId: 'r-1', context }, () => log.child({ a: 1 }).info('x')),
  )
  expect(JSON.parse(line)).toMatchObject({
    requestId: 'r-1',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    a: 1,
  })
  expect(loggedBy((log) => log.info('x'))).not.toContain('requestId')
})
