import { expect, test } from 'vitest'
import { isAccessRefused, isMethodMissing, isProvidersFault, RpcError } from './rpc.ts'

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
  // OffchainLabs/nitro 2332.
  ['method handler crashed', true],
  ['execution reverted: method handler crashed', false],
  // emeraldpay/dshackle 67.
  ['No response or no available upstream for eth_call', true],
  // erpc/erpc 214, subsquid/squid-sdk 563.
  ['all upstream attempts failed', true],
  ['gave up retrying on network-level after 1.48s: 1 upstream not synced', true],
  ['no backend is currently healthy to serve traffic', true],
  ["Can't route your request to suitable provider, if you specified certain providers revise the list", true],
  ['Temporary internal error. Please retry, trace-id: 7', true],
  ['Unable to complete request at this time', true],
  // AntSeed/antseed 841.
  ['Archive requests require a personal token', true],
  // ethers-io/ethers.js 4796.
  ['rpc method is not whitelisted', false],
])('param: %j is a provider that cannot respond: %s', (message, isFault) => {
  expect(isProvidersFault(new RpcError('eth_call', { code: -32_000, message }))).toBe(isFault)
})

const NO_METHOD = 'The method eth_getBlockByNumber does not exist/is not available'
const exhausted = { code: 'ErrFailsafeRetryExceeded', cause: { code: 'ErrUpstreamsExhausted' } }

test.each<[who: string, error: { code: number; message: string; data?: unknown }, isFault: boolean]>([
  [
    'eRPC without a working node (subsquid/squid-sdk 545)',
    { code: -32_601, message: NO_METHOD, data: exhausted },
    true,
  ],
  ['eRPC about the request', { code: -32_603, message: 'no', data: { code: 'ErrInvalidRequest' } }, false],
  ['a node without the method', { code: -32_601, message: NO_METHOD }, false],
  ['a node that reverts', { code: 3, message: 'execution reverted', data: '0x' }, false],
])('param: an error of %s is a provider that cannot respond, or not', (_who, error, isFault) => {
  const refusal = new RpcError('eth_call', error)
  expect(isProvidersFault(refusal)).toBe(isFault)
  expect(isMethodMissing(refusal)).toBe(error.code === -32_601 && !isFault)
})

test.each<[message: string, isMissing: boolean, isRefused: boolean]>([
  ['rpc method is not whitelisted', true, false],
  ['method is not available on freetier', true, false],
  ['Unsupported method: eth_feeHistory', true, false],
  ['Archive requests require a personal token', false, false],
  ['project ID is required', false, true],
])('param: %j with status 403 → method missing: %s, access refused: %s', (message, isMissing, isRefused) => {
  const refusal = new RpcError('eth_getLogs', { code: -32_001, message }, 403)
  expect(isMethodMissing(refusal)).toBe(isMissing)
  expect(isAccessRefused(refusal)).toBe(isRefused)
})
