// @vitest-environment happy-dom
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  getAccount,
  getConnectorClient,
  http,
  reconnect,
  sendTransaction,
  switchChain,
} from '@wagmi/core'
import { defineChain } from 'viem'
import { getAssets } from 'viem/experimental/erc7811'
import { expect, test } from 'vitest'
import { BALANCES, CONFIG, DIGEST, HASH, openWallet, WALLET } from '#widget/provider/testing/provider-page.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { latchkey } from './index.ts'

/* Uses wagmi's own actions with the connector. */

const page = await widgetWorld.provider()

const sandbox = defineChain({
  id: 84001,
  name: 'Sandbox',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://node.example/'] } },
})
const other = { ...sandbox, id: 1, name: 'Other' }

function newConfig() {
  return createConfig({
    chains: [sandbox, other],
    transports: { [sandbox.id]: http(), [other.id]: http() },
    connectors: [latchkey({ apiUrl: 'https://wallets.example', getToken: async () => 'token-1' })],
    storage: createStorage({ storage: localStorage }),
    multiInjectedProviderDiscovery: false,
  })
}

test('behavior: wagmi connects, sends, reconnects after a reload without a prompt, and disconnects', async () => {
  const config = newConfig()
  const connector = config.connectors[0]!
  expect([connector.id, connector.name, connector.rdns]).toEqual(['app.latchkey', 'Latchkey', 'app.latchkey'])
  const connected = connect(config, { connector })
  const login = await openWallet()
  login.emit('logged-in', { address: WALLET, label: '' })
  expect(await connected).toEqual({ accounts: [WALLET], chainId: 84001 })

  const sent = sendTransaction(config, { to: WALLET, value: 1n, gas: null })
  const wallet = await openWallet()
  expect(wallet.call).toMatchObject({ kind: 'raw', value: '1' })
  wallet.emit('executed', { digest: DIGEST, transactionHash: HASH })
  expect(await sent).toBe(HASH)

  const reloaded = newConfig()
  await reconnect(reloaded)
  expect(getAccount(reloaded)).toMatchObject({ address: WALLET, status: 'connected', chainId: 84001 })
  await expect(switchChain(reloaded, { chainId: 1 })).rejects.toMatchObject({ code: 4902 })
  await disconnect(reloaded)
  expect(getAccount(reloaded).status).toBe('disconnected')
  expect(await newConfig().connectors[0]!.isAuthorized()).toBe(false)
})

test('param: with capabilities, each account is an object', async () => {
  const config = newConfig()
  const connected = connect(config, { connector: config.connectors[0]!, withCapabilities: true })
  const login = await openWallet()
  login.emit('logged-in', { address: WALLET, label: '' })
  expect((await connected).accounts).toEqual([{ address: WALLET, capabilities: {} }])
})

test('behavior: viem’s getAssets reads the assets through wagmi’s client', async () => {
  const config = newConfig()
  const connected = connect(config, { connector: config.connectors[0]! })
  const login = await openWallet()
  login.emit('logged-in', { address: WALLET, label: '' })
  await connected
  page.answers.service.set('/config', CONFIG)
  page.answers.service.set(`/wallets/${WALLET}/balances`, BALANCES)
  const assets = await getAssets(await getConnectorClient(config), { assetTypes: ['native'] })
  expect(assets[84001]).toEqual([{ type: 'native', balance: 5n }])
})

test('behavior: a page that forgets the wallet disconnects wagmi', async () => {
  const config = newConfig()
  const connected = connect(config, { connector: config.connectors[0]! })
  const login = await openWallet()
  login.emit('logged-in', { address: WALLET, label: '' })
  await connected
  const provider: unknown = await config.connectors[0]!.getProvider()
  Reflect.get(Object(provider), 'disconnect')()
  await expect.poll(() => getAccount(config).status).toBe('disconnected')
})
