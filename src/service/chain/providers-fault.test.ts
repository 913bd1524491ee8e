import { expect, test } from 'vitest'
import { isProvidersFault, RpcError } from './rpc.ts'

test.each([
  ['Your app has exceeded its compute units per second capacity', true],
  ['daily request quota exceeded', true],
  ['Too Many Requests', true],
  ['execution reverted: cap exceeded', false],
  ['insufficient funds for transfer', false],
  ['account limit exceeded: pooled 16 txs', false],
  ['50/second request limit reached - reduce calls per second', true],
  ['credits limited to 6000/sec', true],
  ['INTERNAL_ERROR: nonce too low', false],
  // The node lags behind the head that another node has reported (paradigmxyz/reth 5696).
  ['unknown block number', true],
  ['execution reverted: unknown block number', false],
])('param: %j is a provider that cannot respond: %s', (message, isFault) => {
  expect(isProvidersFault(new RpcError('eth_call', { code: -32_000, message }))).toBe(isFault)
})
