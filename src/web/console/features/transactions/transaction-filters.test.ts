import { describe, expect, test } from 'vitest'
import { FILTERS, isNarrowed, readSearch } from '#web/console/lib/filters.ts'
import { searchedText, withSearch } from './transaction-filters.tsx'
import { sinceDatetime } from '#web/console/lib/display.ts'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const read = (search: string) => readSearch(FILTERS.transactions, new URLSearchParams(search))

describe('the filters in the address', () => {
  test('param: status, wallet, user, time and cursor are read', () => {
    expect(read(`status=EXPIRED&wallet=${WALLET.toLowerCase()}&time=week&cursor=abc`)).toEqual({
      status: 'EXPIRED',
      wallet: WALLET,
      time: 'week',
      cursor: 'abc',
    })
    expect(read('user=+Grace+')).toEqual({ user: 'Grace' })
    expect(read(`kind=approve&token=${WALLET.toLowerCase()}`)).toEqual({ kind: 'approve', token: WALLET })
  })

  test('error: what is no filter is left out', () => {
    expect(read('status=DONE&kind=gift&token=0x1&wallet=0x12&time=century&user=%20&cursor=&more=1')).toEqual(
      {},
    )
  })

  test('behavior: an address typed into the search means that wallet, other text is looked for; the page starts anew', () => {
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

  test('behavior: the status alone is no narrowing, everything else is', () => {
    expect(isNarrowed({ status: 'EXPIRED', cursor: 'abc' }, 'status', 'cursor')).toBe(false)
    for (const filter of [{ wallet: WALLET }, { user: 'Ada' }, { time: 'day' }, { kind: 'other' }] as const)
      expect(isNarrowed(filter, 'status', 'cursor')).toBe(true)
  })

  test('behavior: a period counts back from now', () => {
    expect(sinceDatetime('day', Date.parse('2026-11-22T12:00:00Z'))).toBe('2026-11-21T12:00:00.000Z')
  })
})
