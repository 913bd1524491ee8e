import { expect, test } from 'vitest'
import { formatCsv, EXPORTED_MAX, readPages } from './export-items.ts'

test('behavior: writes a row per item and a column per field, with lists as words and objects as JSON', () => {
  const csv = formatCsv([
    { id: 'a', scopes: ['wallet:read', 'wallet:create'], owner: null, days: 3 },
    { id: 'b, "c"', scopes: [], rule: { kind: 'limit' }, attempts: [{ status: 500 }], on: false },
  ])
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFid,scopes,owner,days,rule,attempts,on',
    'a,wallet:read wallet:create,,3,,,',
    '"b, ""c""",,,,"{""kind"":""limit""}","[{""status"":500}]",false',
    '',
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('error: escapes %s as text, also inside a list', (text) => {
  expect(formatCsv([{ label: text }, { label: [text] }])).toBe(`\uFEFFlabel\r\n'${text}\r\n'${text}\r\n`)
})

test('behavior: reads every page from the previous page’s cursor, with the maximum page size', async () => {
  const asked: unknown[] = []
  const { items, isWhole } = await readPages(async (page) => {
    asked.push(page)
    return page.cursor === undefined
      ? { content: [{ id: 1 }, { id: 2 }], nextCursor: 'next' }
      : { content: [{ id: 3 }], nextCursor: null }
  })
  expect(items).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(isWhole).toBe(true)
  expect(asked).toEqual([
    { limit: '200', cursor: undefined },
    { limit: '200', cursor: 'next' },
  ])
})

test('error: stops at the row limit and reports an incomplete list', async () => {
  const content = Array.from({ length: 200 }, (_, id) => ({ id }))
  const { items, isWhole } = await readPages(async () => ({ content, nextCursor: 'next' }))
  expect(items).toHaveLength(EXPORTED_MAX)
  expect(isWhole).toBe(false)
})
