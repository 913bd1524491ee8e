// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { ProviderRpcError } from './rpc-error.ts'
import {
  CHAIN,
  connectedProvider,
  dialogs,
  failure,
  HASH,
  newProvider,
  OTHER,
  WALLET,
} from './testing/provider-page.ts'

const page = await widgetWorld.provider()
const SPENDER = OTHER

test.each([
  ['eth_sendTransaction', [], 'params.0'],
  ['eth_sendTransaction', [{ to: '0x12' }], 'params.0.to'],
  ['eth_sendTransaction', [{ data: '0x00' }], 'params.0.to'],
  ['eth_sendTransaction', [{ to: SPENDER, value: '12' }], 'params.0.value'],
  ['eth_sendTransaction', [{ to: SPENDER, data: '0xabc' }], 'params.0.data'],
  ['eth_sendTransaction', [{ to: SPENDER, data: '0xab', input: '0xac' }], 'params.0.input'],
  ['eth_sendTransaction', [{ to: SPENDER, from: 'me' }], 'params.0.from'],
  ['personal_sign', ['hello'], 'params.1'],
  ['personal_sign', [7, WALLET], 'params.0'],
  ['eth_signTypedData_v4', [WALLET, 'no json'], 'params.1'],
  ['eth_signTypedData_v4', [WALLET, { types: {} }], 'params.1.primaryType'],
  ['wallet_switchEthereumChain', [{}], 'params.0.chainId'],
  ['wallet_getCallsStatus', [{}], 'params.0'],
  ['wallet_getCapabilities', ['me'], 'params.0'],
  ['wallet_watchAsset', { type: 'ERC20' }, 'params.options'],
  ['wallet_getAssets', [{}], 'params.0.account'],
  ['wallet_getAssets', [{ account: WALLET, chainFilter: ['1'] }], 'params.0.chainFilter.0'],
  ['wallet_getAssets', [{ account: WALLET, assetTypeFilter: 'erc20' }], 'params.0.assetTypeFilter'],
  ['wallet_getAssets', [{ account: WALLET, assetFilter: { ether: [] } }], 'params.0.assetFilter.ether'],
  [
    'wallet_getAssets',
    [{ account: WALLET, assetFilter: { '0x1': [{ address: 'me' }] } }],
    'params.0.assetFilter.0x1.0.address',
  ],
])('param: %s with %j is -32602 and names %s', async (method, params, field) => {
  const provider = await connectedProvider()
  const { code, message } = await failure(provider.request({ method, params }))
  expect([code, message.split(' ')[0]]).toEqual([-32602, field])
  expect(dialogs()).toEqual([])
})

test('error: a call without a recipient, which would create a contract, is rejected with that reason', async () => {
  const provider = await connectedProvider()
  const creation = { method: 'eth_sendTransaction', params: [{ from: WALLET, data: '0x60' }] }
  expect(await failure(provider.request(creation))).toMatchObject({
    code: -32602,
    message: 'params.0.to must be an address: a wallet creates no contracts',
  })
})

test('param: a request has a method', async () => {
  const provider = newProvider()
  expect(await failure(Reflect.apply(provider.request, provider, [{}]))).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^request\.method /),
  })
})

test.each<[options: object, says: string]>([
  [{ apiUrl: undefined }, 'apiUrl must be an origin such as https://wallets.example, and is missing'],
  [{ apiUrl: 'nowhere' }, 'apiUrl must be an origin such as https://wallets.example, not "nowhere"'],
  [{ apiUrl: 'https://wallets.example/path' }, 'apiUrl must be an origin'],
  [{ chainId: undefined }, 'chainId must be a chain number in decimal digits, and is missing'],
  [{ chainId: 0.5 }, 'chainId must be a chain number in decimal digits, not "0.5"'],
  [{ chainId: 0 }, 'chainId must be a chain number in decimal digits, not "0"'],
  [{ chainId: '0x14821' }, 'chainId must be a chain number in decimal digits, not "0x14821"'],
  [{ walletAddress: 'mine' }, 'walletAddress must be an address'],
  [{ walletAddress: '' }, 'walletAddress must be an address'],
  [{ walletAddress: WALLET.replace('F', 'f') }, 'walletAddress must be an address'],
  [{ getToken: 'token' }, 'getToken must be a function, and is string'],
  [{ getToken: undefined }, 'getToken must be a function, and is missing'],
  [{ rpcUrl: 7 }, 'rpcUrl must be a text, and is number'],
  [{ container: 'body' }, 'container must be an object, and is string'],
  [{ chainID: 84_001 }, 'chainID is not known to createProvider: use chainId'],
  [{ wallet: WALLET }, 'wallet is not known to createProvider: use walletAddress'],
])('error: createProvider with %j → ProviderRpcError -32602: %s', (options, says) => {
  const make = () => Reflect.apply(newProvider, undefined, [options])
  expect(make).toThrow(ProviderRpcError)
  expect(make).toThrow(says)
  expect(make).toThrow(expect.objectContaining({ code: -32602 }))
})

test.each([
  [{ theme: 'Dark' }, 'theme must be light, dark or auto, not "Dark"; it is ignored'],
  [{ locale: 'deutsch' }, 'locale must be a language such as pt-BR, not "deutsch"; it is ignored'],
  [{ rpcURI: '/node' }, 'rpcURI is not known to createProvider: use rpcUrl'],
])('error: createProvider with %j → works, and the console has a warning', (options, says) => {
  Reflect.apply(newProvider, undefined, [options])
  expect(page.warnings).toEqual([['[latchkey]', says]])
})

test('behavior: the same provider created twice is announced once with one uuid, and another one with its own', () => {
  const announced: { info: { uuid: string }; provider: unknown }[] = []
  const [, last, other] = [
    newProvider({ chainId: 7 }),
    newProvider({ chainId: 7 }),
    newProvider({ chainId: 8 }),
  ]
  const hear = (event: Event) => announced.push(Reflect.get(event, 'detail'))
  window.addEventListener('eip6963:announceProvider', hear)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', hear)
  const own = announced.filter(({ provider }) => provider === last || provider === other)
  expect(own.map(({ provider }) => provider)).toEqual([last, other])
  expect(new Set(own.map(({ info }) => info.uuid)).size).toBe(2)
})

test('behavior: a provider created again keeps its uuid', () => {
  const uuids: string[] = []
  const hear = (event: Event) => uuids.push(Reflect.get(event, 'detail').info.uuid)
  window.addEventListener('eip6963:announceProvider', hear)
  newProvider({ chainId: 9 })
  newProvider({ chainId: 9 })
  window.removeEventListener('eip6963:announceProvider', hear)
  expect([uuids.length, new Set(uuids).size]).toEqual([2, 1])
})

test('error: a page without https, where crypto.randomUUID is missing → the provider is created', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(() => newProvider({ chainId: 10 })).not.toThrow()
})

test('behavior: on() and removeListener() return the provider', () => {
  const provider = newProvider()
  const listener = () => {}
  expect(provider.on('accountsChanged', listener)).toBe(provider)
  expect(provider.removeListener('accountsChanged', listener)).toBe(provider)
})

test('error: another wallet, another chain and other methods are rejected with their codes', async () => {
  const provider = await connectedProvider()
  const codeOf = async (method: string, params?: unknown) =>
    (await failure(provider.request({ method, params }))).code
  expect(await codeOf('eth_sendTransaction', [{ from: OTHER, to: SPENDER }])).toBe(4100)
  expect(await codeOf('personal_sign', ['hello', OTHER])).toBe(4100)
  expect(await codeOf('eth_sendTransaction', [{ to: SPENDER, chainId: '0x1' }])).toBe(4901)
  expect(await codeOf('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBe(4902)
  expect(await codeOf('wallet_addEthereumChain', [{ chainId: '0x1' }])).toBe(4200)
  for (const method of ['wallet_sendTransaction', 'eth_sign', 'eth_sendRawTransaction', 'constructor', 'x'])
    expect(await codeOf(method, [])).toBe(-32601)
  for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    expect(await provider.request({ method, params: [{ chainId: '0x014821', chainName: 'x' }] })).toBeNull()
  expect(await provider.request({ method: 'eth_chainId' })).toBe(CHAIN)
  expect(await provider.request({ method: 'net_version' })).toBe('84001')
})

test('behavior: reads are sent unchanged to the page’s node, and its errors are returned', async () => {
  const provider = newProvider({ rpcUrl: 'https://node.example/key' })
  page.answers.node.set('eth_getBalance', '0x10')
  page.answers.node.set('eth_getTransactionReceipt', null)
  page.answers.errors.set('eth_call', { code: 3, message: 'execution reverted', data: '0x08c379a0' })
  expect(await provider.request({ method: 'eth_getBalance', params: [WALLET, 'latest'] })).toBe('0x10')
  expect(page.answers.requests).toEqual([
    {
      url: 'https://node.example/key',
      authorization: null,
      body: { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [WALLET, 'latest'] },
    },
  ])
  expect(await provider.request({ method: 'eth_getTransactionReceipt', params: [HASH] })).toBeNull()
  expect(await failure(provider.request({ method: 'eth_call', params: [{}] }))).toEqual({
    code: 3,
    message: 'execution reverted',
    data: '0x08c379a0',
  })
  const lost = await failure(provider.request({ method: 'eth_blockNumber' }))
  expect(lost).toMatchObject({ code: 4900, message: expect.stringContaining('rpcUrl') })
  expect(JSON.stringify(lost)).not.toContain('node.example')
})

test('error: without a node, a read is 4200 and names the option', async () => {
  expect(await failure(newProvider().request({ method: 'eth_blockNumber' }))).toMatchObject({
    code: 4200,
    message: expect.stringContaining('rpcUrl'),
  })
})

test.each([
  ['a listed token', WALLET.toLowerCase(), true],
  ['another', OTHER, false],
])('behavior: wallet_watchAsset of %s', async (_what, address, listed) => {
  const provider = newProvider()
  page.answers.service.set('/tokens/allowed', [
    { address: WALLET, name: 'Demo', symbol: 'DEMO', decimals: 6 },
  ])
  const asset = { type: 'ERC20', options: { address, symbol: 'DEMO', decimals: 6 } }
  expect(await provider.request({ method: 'wallet_watchAsset', params: asset })).toBe(listed)
  expect(page.warnings).toHaveLength(listed ? 0 : 1)
})
