// @vitest-environment happy-dom
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  parseEther,
  stringToHex,
  type Address,
} from 'viem'
import { getAssets, type GetAssetsParameters } from 'viem/experimental/erc7811'
import { expect, test } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import {
  BALANCES,
  CONFIG,
  connectedProvider,
  DEMO,
  DIGEST,
  HASH,
  ITEMS,
  listed,
  newProvider,
  openWallet,
  PLAIN,
  SIGNATURE,
} from './testing/provider-page.ts'

/* Uses viem's own clients with the provider. */

const page = await widgetWorld.provider()
const WALLET: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const SHOP: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const chain = defineChain({
  id: 84001,
  name: 'Sandbox',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

async function connectedClient() {
  const provider = await connectedProvider({ rpcUrl: 'https://node.example/' })
  return createWalletClient({ account: WALLET, chain, transport: custom(provider) })
}

test('behavior: viem’s wallet client finds the wallet and sends a transaction', async () => {
  const provider = newProvider()
  const client = createWalletClient({ chain, transport: custom(provider) })
  const addresses = client.requestAddresses()
  const login = await openWallet()
  login.emit('logged-in', { address: WALLET, label: '' })
  const [account] = await addresses
  expect(account).toBe(WALLET)
  const sent = client.sendTransaction({ account: WALLET, to: SHOP, value: parseEther('0.5'), data: '0xabcd' })
  const wallet = await openWallet()
  expect(wallet.call).toEqual({ kind: 'raw', to: SHOP, data: '0xabcd', value: '500000000000000000' })
  wallet.emit('executed', { digest: DIGEST, transactionHash: HASH })
  expect(await sent).toBe(HASH)
})

test('behavior: viem’s wallet client sends calls and reads their status and receipts', async () => {
  const client = await connectedClient()
  expect(await client.getCapabilities()).toEqual({
    84001: { atomic: { status: 'supported' }, assetDiscovery: { supported: true } },
  })
  const sent = client.sendCalls({
    calls: [
      { to: SHOP, value: 1n },
      { to: SHOP, data: '0xabcd' },
    ],
    forceAtomic: true,
  })
  const wallet = await openWallet()
  expect(wallet.call).toMatchObject({ kind: 'batch' })
  wallet.emit('executed', { digest: DIGEST, transactionHash: HASH })
  const { id } = await sent
  page.answers.service.set('/transactions', [listed('SUBMITTED', { transactionHash: HASH })])
  page.answers.node.set('eth_getTransactionReceipt', null)
  expect(await client.getCallsStatus({ id })).toMatchObject({ status: 'pending', receipts: [] })
  page.answers.service.set('/transactions', [listed('CONFIRMED', { transactionHash: HASH })])
  page.answers.node.set('eth_getTransactionReceipt', {
    logs: [],
    status: '0x1',
    blockHash: HASH,
    blockNumber: '0x2',
    gasUsed: '0x5208',
    transactionHash: HASH,
  })
  expect(await client.waitForCallsStatus({ id })).toMatchObject({
    atomic: true,
    chainId: 84001,
    status: 'success',
    statusCode: 200,
    receipts: [{ status: 'success', gasUsed: 21000n }],
  })
})

test('behavior: viem’s getAssets reads the wallet’s assets, also with its filters', async () => {
  const client = await connectedClient()
  page.answers.service.set('/config', CONFIG)
  page.answers.service.set(`/wallets/${WALLET}/balances`, BALANCES)
  const native = { type: 'native', balance: 5n }
  const demo = {
    type: 'erc20',
    address: DEMO,
    balance: 42n,
    metadata: { name: 'Demo Coin', symbol: 'DEMO', decimals: 6 },
  }
  const plain = { type: 'erc20', address: PLAIN, balance: 7n }
  const item = {
    type: 'erc721',
    address: ITEMS,
    balance: 1n,
    metadata: { name: 'Demo Items', symbol: 'DCOL', tokenId: 300n },
  }
  const read = async (filters: Pick<GetAssetsParameters, 'assets' | 'assetTypes' | 'chainIds'> = {}) =>
    getAssets(client, { ...filters, account: WALLET, aggregate: false })
  expect(await read()).toEqual({ 84001: [native, demo, plain, item] })
  expect(await read({ chainIds: [1] })).toEqual({})
  expect(await read({ chainIds: [1, 84001], assetTypes: ['erc20'] })).toEqual({ 84001: [demo, plain] })
  const wanted: GetAssetsParameters['assets'] = {
    84001: [
      { address: 'native', type: 'native' },
      { address: ITEMS, type: 'erc721' },
    ],
  }
  expect(await read({ assets: wanted })).toEqual({ 84001: [native, item] })
  const summed = await getAssets(client, { account: WALLET })
  expect(summed[0]).toContainEqual({ ...demo, chainIds: [84001] })
})

test('behavior: viem’s wallet client signs a message, and its public client reads', async () => {
  const client = await connectedClient()
  const signed = client.signMessage({ message: 'hello' })
  const wallet = await openWallet()
  expect(wallet.message).toEqual({ kind: 'bytes', data: stringToHex('hello') })
  wallet.emit('signed', { signature: SIGNATURE })
  expect(await signed).toBe(SIGNATURE)
  const typed = client.signTypedData({
    domain: { name: 'A', chainId: 84001 },
    types: { Mail: [{ name: 'to', type: 'address' }] },
    primaryType: 'Mail',
    message: { to: SHOP },
  })
  const other = await openWallet()
  expect(other.message).toMatchObject({
    kind: 'typed-data',
    typedData: { primaryType: 'Mail', message: { to: SHOP.toLowerCase() } },
  })
  other.emit('signed', { signature: SIGNATURE })
  expect(await typed).toBe(SIGNATURE)
  page.answers.node.set('eth_blockNumber', '0x7')
  const reader = createPublicClient({
    chain,
    transport: custom(await connectedProvider({ rpcUrl: 'https://node.example/' })),
  })
  expect(await reader.getBlockNumber()).toBe(7n)
})

test('error: a request that the person leaves is viem’s UserRejectedRequestError', async () => {
  const client = await connectedClient()
  const sent = client.sendTransaction({ to: SHOP }).catch((error: unknown) => error)
  const wallet = await openWallet()
  wallet.emit('cancelled')
  expect(await sent).toMatchObject({ cause: { name: 'UserRejectedRequestError', code: 4001 } })
})

test('error: a rejected call is viem’s error for that call, not for a method that viem tried after it', async () => {
  const client = await connectedClient()
  const sent = client.sendTransaction({ to: SHOP, data: '0xabc' }).catch((error: unknown) => error)
  expect(await sent).toMatchObject({
    name: 'TransactionExecutionError',
    cause: { name: 'InvalidParamsRpcError', code: -32602, details: expect.stringContaining('data') },
  })
})

test('behavior: viem adds the wallet’s own chain and switches to it', async () => {
  const client = await connectedClient()
  await client.addChain({ chain })
  await client.switchChain({ id: chain.id })
  const other = client.switchChain({ id: 1 }).catch((error: unknown) => error)
  expect(await other).toMatchObject({ name: 'SwitchChainError', code: 4902 })
})
