import { describe, expect, test } from 'vitest'
import { sinceDatetime } from '#web/console/lib/display.ts'
import { FILTERS, isNarrowed, readSearch } from '#web/console/lib/filters.ts'
import { searchedText, withSearch } from './transaction-filters.tsx'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const read = (search: string) => readSearch(FILTERS.transactions, new URLSearchParams(search))

describe('the filters in the address', () => {
  test('param: reads status, wallet, user, time and cursor', () => {
    expect(read(`status=EXPIRED&wallet=${WALLET.toLowerCase()}&time=week&cursor=abc`)).toEqual({
      status: 'EXPIRED',
      wallet: WALLET,
      time: 'week',
      cursor: 'abc',
    })
    expect(read('user=+Grace+')).toEqual({ user: 'Grace' })
    expect(read(`kind=approve&token=${WALLET.toLowerCase()}`)).toEqual({ kind: 'approve', token: WALLET })
  })

  test('error: omits invalid filters', () => {
    expect(read('status=DONE&kind=gift&token=0x1&wallet=0x12&time=century&user=%20&cursor=&more=1')).toEqual(
      {},
    )
  })

  test('behavior: an address in the search selects that wallet, other text is searched, and the cursor is reset', () => {
    const filter = read(`status=EXPIRED&kind=transfer&token=${WALLET}&time=day&user=Grace&cursor=abc`)
    expect(withSearch(filter, WALLET.toLowerCase())).toEqual({
      status: 'EXPIRED',
      kind: 'transfer',
      token: WALLET,
      time: 'day',
      wallet: WALLET,
    })
    expect(withSearch(filter, 'Ada')).toMatchObject({ status: 'EXPIRED', time: 'day', user: 'Ada' })
    expect(searchedText({ wallet: WALLET })).toBe(WALLET)
    expect(searchedText({ user: 'Ada' })).toBe('Ada')
    expect(searchedText({})).toBe('')
  })

  test('behavior: the status alone does not narrow the list, and every other filter does', () => {
    expect(isNarrowed({ status: 'EXPIRED', cursor: 'abc' }, 'status', 'cursor')).toBe(false)
    for (const filter of [{ wallet: WALLET }, { user: 'Ada' }, { time: 'day' }, { kind: 'other' }] as const)
      expect(isNarrowed(filter, 'status', 'cursor')).toBe(true)
  })

  test('behavior: a period counts back from now', () => {
    expect(sinceDatetime('day', Date.parse('2026-11-22T12:00:00Z'))).toBe('2026-11-21T12:00:00.000Z')
  })
})
