import { expect, test } from 'vitest'
import { csvOf, EXPORTED_MAX, readPages } from './export-items.ts'

test('behavior: a line for each item and a column for each field, lists as words, all else as JSON', () => {
  const csv = csvOf([
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

test.each(['=1+1', '+1', '-1', '@SUM(A1)'])('error: %s is written as a text, also in a list', (text) => {
  expect(csvOf([{ label: text }, { label: [text] }])).toBe(`\uFEFFlabel\r\n'${text}\r\n'${text}\r\n`)
})

test('behavior: every page is read, each from the cursor of the one before, with the most that a page may have', async () => {
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

test('error: a list without an end is read up to the bound, and is not called whole', async () => {
  const content = Array.from({ length: 200 }, (_, id) => ({ id }))
  const { items, isWhole } = await readPages(async () => ({ content, nextCursor: 'next' }))
  expect(items).toHaveLength(EXPORTED_MAX)
  expect(isWhole).toBe(false)
})
