import { expect, test } from 'vitest'
import { FILTERS, isNarrowed, readSearch } from '#web/console/lib/filters.ts'
import { toAuditFilter } from './audit-words.ts'

const read = (query: string) => readSearch(FILTERS.audit, new URLSearchParams(query))

test('behavior: reads filters from the address as they were written', () => {
  const params = {
    actor: 'a-1',
    action: 'webhook',
    target: '0x52',
    result: 'done',
    since: '2026-11-01',
    until: '2026-11-02',
    cursor: '12',
  }
  expect(read(new URLSearchParams(params).toString())).toEqual(params)
})

test.each(['result=perhaps', 'since=yesterday', 'since=2026-13-45', 'cursor=-1', 'action=%20', 'x=1'])(
  'error: ignores %s',
  (query) => {
    expect(isNarrowed(read(query), 'cursor')).toBe(false)
  },
)

test('behavior: a cursor is not a filter', () => {
  expect(isNarrowed(read('cursor=12'), 'cursor')).toBe(false)
  expect(isNarrowed(read('result=failed'), 'cursor')).toBe(true)
})

test('behavior: includes the whole last day, in the reader’s time zone', () => {
  const { sinceDatetime = '', untilDatetime = '' } = toAuditFilter(read('since=2026-11-30&until=2026-11-30'))
  expect(new Date(sinceDatetime).getHours()).toBe(0)
  expect(new Date(untilDatetime).getDate()).toBe(1)
  expect(Date.parse(untilDatetime) - Date.parse(sinceDatetime)).toBe(86_400_000)
})
