import { expect, test } from 'vitest'
import { findBalance, feeIn } from './send-values.ts'

const COIN = '0x00000000000000000000000000000000000b0001'
const OTHER = '0x00000000000000000000000000000000000B0002'
const holdings = {
  coins: [{ tokenAddress: COIN, amount: '100' }],
  fee: { tokenAddress: OTHER, amountPerTransaction: '7' },
}

test('behavior: the fee reduces only its own coin, whatever the case of the address', () => {
  expect(feeIn(holdings, OTHER.toLowerCase())).toBe(7n)
  expect(feeIn(holdings, COIN)).toBe(0n)
  expect(feeIn({ fee: null }, OTHER)).toBe(0n)
  expect(feeIn({}, OTHER)).toBe(0n)
})

test('behavior: the balance of a coin without known holdings is undefined', () => {
  expect(findBalance(holdings, COIN.toUpperCase().replace('0X', '0x'))).toBe(100n)
  expect(findBalance(holdings, OTHER)).toBeUndefined()
})
