import { expect, test } from 'vitest'
import { nativeCoin } from './native-coin.ts'

test.each([
  [1, 'ETH'],
  [8453, 'ETH'],
  [56, 'BNB'],
  [100, 'xDAI'],
  [137, 'POL'],
  [42220, 'CELO'],
  [43114, 'AVAX'],
  [84_001, 'ETH'],
  [999_999, 'native'],
  [undefined, 'native'],
])('behavior: chain %s → its native token is %s', (chainId, symbol) => {
  expect(nativeCoin(chainId)).toMatchObject({ symbol, decimals: 18 })
})
