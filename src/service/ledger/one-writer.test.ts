import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** SQL or a query builder that writes to the table. */
const WRITES = [
  /\b(?:update|insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?transactions\b/i,
  /(?:\.(?:updateTable|insertInto|mergeInto|replaceInto|deleteFrom)|\binsertRows)\(\s*\[?\s*['"`]transactions\b/,
]
const writes = (text: string) => WRITES.some((pattern) => pattern.test(text))

/** Exceptions: tests store their own rows, migrations create the table, and gates plant violations. */
const ELSEWHERE = /\.test\.tsx?$|\/testing\/|^service\/(?:db\/migrations|ledger)\/|^bench\/gates\//

function writers(): string[] {
  const src = new URL('../../', import.meta.url)
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !ELSEWHERE.test(path))
    .filter((path) => writes(readFileSync(new URL(path, src), 'utf8')))
}

test('behavior: only SQL of the ledger writes transactions, so no other code sets a status', () => {
  expect(writers()).toEqual([])
})

test.each([
  ["sql`update transactions set state = 'FAILED'`"],
  ['sql`\n  insert into transactions (id) values (1)`'],
  ["trx.updateTable('transactions').set({ state })"],
  ["trx\n  .insertInto('transactions')"],
  ["db.deleteFrom('transactions')"],
  ["sql`${insertRows('transactions', rows)}`"],
])('behavior: detects: %s', (text) => {
  expect(writes(text)).toBe(true)
})
