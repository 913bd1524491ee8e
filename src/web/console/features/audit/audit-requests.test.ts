import { expect, test } from 'vitest'
import { auditFilterOf, isAuditNarrowed, readAuditParams } from './audit-requests.ts'

const read = (query: string) => readAuditParams(new URLSearchParams(query))

test('behavior: the address is read back as it was written', () => {
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
  'error: %s narrows nothing',
  (query) => {
    expect(isAuditNarrowed(read(query))).toBe(false)
  },
)

test('behavior: a page is no filter', () => {
  expect(isAuditNarrowed(read('cursor=12'))).toBe(false)
  expect(isAuditNarrowed(read('result=failed'))).toBe(true)
})

test('behavior: the last day counts whole, in the reader’s own time', () => {
  const { sinceDatetime = '', untilDatetime = '' } = auditFilterOf(read('since=2026-11-30&until=2026-11-30'))
  expect(new Date(sinceDatetime).getHours()).toBe(0)
  expect(new Date(untilDatetime).getDate()).toBe(1)
  expect(Date.parse(untilDatetime) - Date.parse(sinceDatetime)).toBe(86_400_000)
})
