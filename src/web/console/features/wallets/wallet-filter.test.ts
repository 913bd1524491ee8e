import { expect, test } from 'vitest'
import { FILTERS, isNarrowed, readSearch } from '#web/console/lib/filters.ts'
import { filterQuery } from './wallet-pages.ts'

const read = (text: string) => readSearch(FILTERS.wallets, new URLSearchParams(text))

test.each([
  ['', {}],
  [
    'q=%20savings%20&owner=end-user&state=deployed&sort=label',
    { q: 'savings', owner: 'end-user', state: 'deployed', sort: 'label' },
  ],
  ['sort=newest', {}],
  ['owner=nobody&state=failed&sort=size&from=yesterday&to=2026-02-30', {}],
  ['from=2026-02-28&to=2026-03-01', { from: '2026-02-28', to: '2026-03-01' }],
])('param: reads %j from the address and omits invalid filters', (text, filter) => {
  expect(read(text)).toEqual(filter)
})

test('behavior: cuts a search to the length that the service accepts', () => {
  expect(read(`q=${'x'.repeat(10_000)}`).q).toHaveLength(255)
})

test('behavior: days begin and end at the reader’s midnight, and the last day is included', () => {
  const { sinceDatetime = '', untilDatetime = '' } = filterQuery({ from: '2026-02-28', to: '2026-02-28' })
  expect(new Date(sinceDatetime)).toEqual(new Date(2026, 1, 28))
  expect(new Date(untilDatetime)).toEqual(new Date(2026, 2, 1))
  expect(filterQuery({ q: 'a', sort: 'oldest' })).toEqual({ q: 'a', sort: 'oldest' })
})

test('behavior: the order alone does not narrow the list', () => {
  expect(isNarrowed({ sort: 'label' }, 'sort')).toBe(false)
  expect(isNarrowed({ owner: 'organization' }, 'sort')).toBe(true)
})
