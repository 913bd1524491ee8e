import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { randomAddress, uint256 } from '#protocol/testing/arbitraries.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN } from '#widget/testing/server-state.ts'
import { encodeTransfer, TRANSFER } from './prepare-transfer.ts'

const coin = { address: COIN, name: 'Demo Coin', symbol: 'DEMO', decimals: 6, balance: null, listed: true }

test('behavior: the call of a transfer has the bytes of its function signature and params', () => {
  fc.assert(
    fc.property(randomAddress, uint256, (to, units) => {
      const call = encodeTransfer({ coin, tokenAddress: COIN, to, units })
      expect(call).toEqual({
        functionSignature: TRANSFER,
        params: [to, units.toString()],
        data: encodeCall(TRANSFER, call.params),
      })
    }),
  )
})

test('error: an amount beyond 2^256 is rejected', () => {
  expect(() => encodeTransfer({ coin, tokenAddress: COIN, to: FRIEND, units: 2n ** 256n })).toThrow(/2\^256/)
})
