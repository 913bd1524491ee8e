// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import {
  BALANCES,
  CHAIN,
  CONFIG,
  connectedProvider,
  DEMO,
  failure,
  ITEMS,
  newProvider,
  OTHER,
  PLAIN,
  WALLET,
} from './testing/provider-page.ts'

const page = await widgetWorld.provider()
const BALANCES_PATH = `/wallets/${WALLET}/balances`
const METHOD = 'wallet_getAssets'

beforeEach(() => {
  page.answers.service.set('/config', CONFIG)
  page.answers.service.set(BALANCES_PATH, BALANCES)
})

const native = { address: 'native', balance: '0x5', type: 'native' }
const demo = {
  address: DEMO,
  balance: '0x2a',
  type: 'erc20',
  metadata: { name: 'Demo Coin', symbol: 'DEMO', decimals: 6 },
}
/** Without metadata, because the token does not report its decimals. */
const plain = { address: PLAIN, balance: '0x7', type: 'erc20' }
const item = {
  address: ITEMS,
  balance: '0x1',
  type: 'erc721',
  metadata: { name: 'Demo Items', symbol: 'DCOL', tokenId: '0x12c' },
}
const demoWanted = { address: DEMO, type: 'erc20' }

test.each<[what: string, filters: object, assets: object]>([
  ['no filter', {}, { [CHAIN]: [native, demo, plain, item] }],
  ['its own chain', { chainFilter: ['0x1', '0x014821'] }, { [CHAIN]: [native, demo, plain, item] }],
  ['another chain', { chainFilter: ['0x1'] }, {}],
  ['no chain', { chainFilter: [] }, {}],
  ['one type', { assetTypeFilter: ['erc721'] }, { [CHAIN]: [item] }],
  ['types in upper case', { assetTypeFilter: ['ERC20', 'native'] }, { [CHAIN]: [native, demo, plain] }],
  ['a type without assets', { assetTypeFilter: ['erc1155'] }, { [CHAIN]: [] }],
  ['no type', { assetTypeFilter: [] }, { [CHAIN]: [] }],
  ['assets', { assetFilter: { [CHAIN]: [demoWanted] } }, { [CHAIN]: [demo] }],
  [
    'assets by an address in lower case, with a type in upper case',
    { assetFilter: { [CHAIN]: [{ address: DEMO.toLowerCase(), type: 'ERC20' }] } },
    { [CHAIN]: [demo] },
  ],
  [
    'assets, next to which the other filters do not count',
    { assetFilter: { [CHAIN]: [demoWanted] }, assetTypeFilter: ['erc721'], chainFilter: ['0x1'] },
    { [CHAIN]: [demo] },
  ],
  [
    'assets of this and another chain',
    { assetFilter: { '0x1': [{ address: ITEMS, type: 'erc721' }], '84001': [demoWanted] } },
    { [CHAIN]: [demo] },
  ],
  ['assets of another chain', { assetFilter: { '0x1': [demoWanted] } }, {}],
  [
    'assets of another type',
    { assetFilter: { [CHAIN]: [{ address: DEMO, type: 'erc721' }] } },
    { [CHAIN]: [] },
  ],
  [
    'an asset that it does not have',
    { assetFilter: { [CHAIN]: [{ address: OTHER, type: 'erc20' }] } },
    { [CHAIN]: [] },
  ],
  ['an empty list of assets', { assetFilter: { [CHAIN]: [] } }, { [CHAIN]: [] }],
  ['an empty asset filter', { assetFilter: {} }, {}],
])('param: wallet_getAssets with %s', async (_what, filters, assets) => {
  const provider = await connectedProvider()
  const params = [{ account: WALLET, ...filters }]
  expect(await provider.request({ method: METHOD, params })).toEqual(assets)
})

test('behavior: the asset filter limits the request to its tokens, at most ten at once', async () => {
  const provider = await connectedProvider()
  const unknown = Array.from({ length: 9 }, (_, index) => `0x${String(index).padStart(40, '1')}`)
  const list = [
    { address: 'native', type: 'native' },
    ...unknown.map((address) => ({ address, type: 'erc20' })),
    demoWanted,
  ]
  const assetFilter = { [CHAIN]: list }
  const found = await provider.request({ method: METHOD, params: [{ account: WALLET, assetFilter }] })
  expect(found).toEqual({ [CHAIN]: [native, demo] })
  const queries = page.answers.requests.map(({ url }) => new URL(url).searchParams.get('tokens'))
  expect(queries.slice(1)).toEqual([[ZERO_ADDRESS, ...unknown].join(), DEMO])
})

test('behavior: a service without an index → only the tokens of its list', async () => {
  const provider = await connectedProvider()
  page.answers.service.set(BALANCES_PATH, { address: WALLET, coins: BALANCES.coins.slice(0, 2) })
  const found = await provider.request({ method: METHOD, params: [{ account: WALLET }] })
  expect(found).toEqual({ [CHAIN]: [native, demo] })
})

test('error: another wallet, and no connected wallet → 4100, and nothing is requested', async () => {
  for (const [provider, account] of [
    [await connectedProvider(), OTHER],
    [newProvider({ chainId: 1 }), WALLET],
  ] as const)
    expect(await failure(provider.request({ method: METHOD, params: [{ account }] }))).toMatchObject({
      code: 4100,
    })
  expect(page.answers.requests).toEqual([])
})

test.each<[what: string, answer: object | undefined, error: object]>([
  ['has no balances', undefined, { code: 4200, message: expect.stringContaining('reports no balances') }],
  [
    'sends other fields',
    { coins: [{ tokenAddress: DEMO, amount: '1' }] },
    { code: -32603, data: { code: 'UNEXPECTED_ANSWER' } },
  ],
  [
    'sends a negative amount',
    { coins: [{ ...BALANCES.coins[0], amount: '-1' }] },
    { code: -32603, data: { code: 'UNEXPECTED_ANSWER' } },
  ],
])('error: wallet_getAssets with a service that %s is rejected', async (_what, answer, error) => {
  const provider = await connectedProvider()
  page.answers.service.set(BALANCES_PATH, answer)
  const failed = await failure(provider.request({ method: METHOD, params: [{ account: WALLET }] }))
  expect(failed).toMatchObject(error)
})

test('error: a server on another chain than the provider → 4901, and no balances are read', async () => {
  const provider = await connectedProvider()
  page.answers.service.set('/config', { ...CONFIG, chainId: 1 })
  const failed = await failure(provider.request({ method: METHOD, params: [{ account: WALLET }] }))
  expect(failed).toMatchObject({ code: 4901, data: { code: 'UNEXPECTED_ANSWER' } })
  expect(page.answers.requests).toHaveLength(1)
})
