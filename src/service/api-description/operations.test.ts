import { expect, test } from 'vitest'
import { openApiDocument } from './openapi-document.ts'
import { listOperations } from './operations.ts'

const document = openApiDocument('http://localhost:4000')
const rows = ['Messages', 'Transactions']
  .flatMap((group) => listOperations(document, group))
  .flatMap(({ operationId, body, content }) =>
    [...body, ...content].map((row) => ({ ...row, path: `${operationId} ${row.path}` })),
  )

test.each([
  ['reviewMessage message.kind', ''],
  ['reviewMessage message.text', 'Required with `kind` "text".'],
  ['reviewMessage policies.reason', 'Required with `outcome` "blocked".'],
  ['reviewMessage policies.by', 'Required with `outcome` "needs-approval".'],
  // Only one of two kinds of approval has these fields.
  ['reviewMessage policies.policyId', 'Only with `outcome` "blocked" or "needs-approval".'],
  ['reviewMessage policies.administratorId', 'Only with `outcome` "needs-approval".'],
  ['simulateTransaction simulation.notHeld', 'Only with `outcome` "fails".'],
  ['simulateTransaction simulation.changes[].amount', 'Must be a whole number of base units, negative'],
])('behavior: the rule of %s begins with %j', (path, beginning) => {
  const rule = rows.find((row) => row.path === path)?.rule
  expect(rule?.slice(0, beginning === '' ? undefined : beginning.length)).toBe(beginning)
})
