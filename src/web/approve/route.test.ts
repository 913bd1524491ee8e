import { expect, test } from 'vitest'
import { readRoute } from './route.ts'

const UUID = '0b8f3c0e-5d0e-4c4b-9a53-00000000000a'
const WALLET = '0x1111111111111111111111111111111111111111'

test.each([
  ['', { page: 'inbox' }],
  ['#', { page: 'inbox' }],
  ['#history', { page: 'history' }],
  ['#invite=abc_-1', { page: 'enrol', invitation: 'abc_-1' }],
  [`#transaction=${UUID}`, { page: 'transaction', transactionUuid: UUID }],
  ['#transaction=../../x', { page: 'inbox' }],
  ['#invite=', { page: 'inbox' }],
  [`#wallet=${WALLET}`, { page: 'wallet', walletAddress: WALLET }],
  ['#wallet=0x12', { page: 'inbox' }],
])('param: the fragment %s opens its page', (fragment, route) => {
  expect(readRoute(fragment)).toEqual(route)
})
