import { expect, test } from 'vitest'
import { wrapFetchWithPayment } from './index.ts'
import { COIN } from './testing/scripted-payment.ts'

const provider = { request: async () => null }
const tokens = [{ address: COIN, maxAmount: '1' }]
test.each([
  [{ tokens }, 'provider'],
  [{ provider, tokens: [] }, 'tokens'],
  [{ provider }, 'tokens'],
  [{ provider, tokens: [{ address: '0x12', maxAmount: '1' }] }, 'tokens.0.address'],
  [{ provider, tokens: [{ address: COIN.replace('E7', 'e7'), maxAmount: '1' }] }, 'tokens.0.address'],
  [{ provider, tokens: [...tokens, { address: COIN, maxAmount: '0.1' }] }, 'tokens.1.maxAmount'],
  [{ provider, tokens: [{ address: COIN, maxAmount: 1 }] }, 'tokens.0.maxAmount'],
  [{ provider, tokens, signingSeconds: 901 }, 'signingSeconds'],
  [{ provider, tokens, maxTimeoutSeconds: -1 }, 'maxTimeoutSeconds'],
  [{ provider, tokens, networkV1: 8453 }, 'networkV1'],
  [{ provider, tokens, onPayment: 'log' }, 'onPayment'],
])('error: the options %j → CONFIGURATION that names %s', (options, name) => {
  const wrap = () => Reflect.apply(wrapFetchWithPayment, undefined, [fetch, options])
  expect(wrap).toThrow(expect.objectContaining({ code: 'CONFIGURATION', name: 'X402Error' }))
  expect(wrap).toThrow(name)
})
