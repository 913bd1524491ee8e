// @vitest-environment happy-dom
import { afterAll, expect, test, vi } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import {
  CHAIN,
  connectedProvider,
  dialogs,
  failure,
  HASH,
  newProvider,
  openWallet,
  OTHER,
  WALLET,
} from './testing/provider-page.ts'

// Other test files share this process: a mock has no effect on modules that they loaded.
vi.hoisted(() => vi.resetModules())
vi.mock('#widget/import-checked.ts', () => ({ importChecked: vi.fn() }))
afterAll(() => {
  vi.doUnmock('#widget/import-checked.ts')
  vi.resetModules()
})

await widgetWorld.provider()

test('behavior: eth_requestAccounts lets the person choose the wallet, once for two requests, and stays connected after a reload', async () => {
  const provider = newProvider()
  const events: unknown[] = []
  provider.on('connect', (info) => events.push(info))
  provider.on('accountsChanged', (accounts) => events.push(accounts))
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  const first = provider.request({ method: 'eth_requestAccounts' })
  const second = provider.request({ method: 'eth_requestAccounts' })
  const wallet = await openWallet()
  expect(wallet.getAttributeNames().toSorted()).toEqual(['api-url', 'chain-id', 'flow'])
  expect([wallet.getAttribute('api-url'), wallet.getAttribute('chain-id')]).toEqual([
    'https://wallets.example',
    '84001',
  ])
  expect(wallet.getAttribute('flow')).toBe('login')
  expect(await wallet.getToken?.()).toBe('token-1')
  wallet.emit('logged-in', { address: WALLET, label: 'Mira' })
  expect([await first, await second]).toEqual([[WALLET], [WALLET]])
  expect(dialogs()).toEqual([])
  await expect.poll(() => events).toEqual([{ chainId: CHAIN }, [WALLET]])
  expect(await newProvider().request({ method: 'eth_accounts' })).toEqual([WALLET])
  expect(await newProvider({ chainId: 1 }).request({ method: 'eth_accounts' })).toEqual([])
  expect(await newProvider({ walletAddress: OTHER }).request({ method: 'eth_accounts' })).toEqual([])
})

test('behavior: a person without a wallet creates one, and its screen stays until they close the dialog', async () => {
  const provider = newProvider()
  const accounts = provider.request({ method: 'eth_requestAccounts' })
  const wallet = await openWallet()
  // The error is handled, so it is not on the browser's console.
  expect(wallet.error('NO_WALLET')).toBe(false)
  expect(wallet.getAttribute('flow')).toBe('create')
  wallet.emit('created', { address: WALLET, label: 'Mira', transactionHash: HASH })
  expect(await accounts).toEqual([WALLET])
  expect(dialogs()).toHaveLength(1)
  dialogs()[0]?.querySelector<HTMLButtonElement>(':scope > button')?.click()
  expect(dialogs()).toEqual([])
})

test('behavior: the page’s own wallet is connected without a dialog, and disconnect forgets it', async () => {
  const provider = await connectedProvider()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([WALLET])
  expect(dialogs()).toEqual([])
  const events: unknown[] = []
  provider.on('accountsChanged', (accounts) => events.push(accounts))
  provider.on('disconnect', ({ code }) => events.push(code))
  provider.disconnect()
  await expect.poll(() => events).toEqual([[], 4900])
  expect(await newProvider().request({ method: 'eth_accounts' })).toEqual([])
  expect(
    await failure(provider.request({ method: 'personal_sign', params: ['hello', WALLET] })),
  ).toMatchObject({
    code: 4100,
    message: expect.stringContaining('eth_requestAccounts'),
  })
})

test('behavior: a removed listener is not called', async () => {
  const provider = newProvider({ walletAddress: WALLET })
  const heard: string[] = []
  const gone = () => heard.push('gone')
  provider.on('accountsChanged', gone)
  provider.removeListener('accountsChanged', gone)
  provider.on('accountsChanged', () => heard.push('other'))
  await provider.request({ method: 'eth_requestAccounts' })
  await expect.poll(() => heard).toEqual(['other'])
})
