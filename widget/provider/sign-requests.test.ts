// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import {
  connectedProvider,
  dialogs,
  failure,
  openWallet,
  OTHER,
  SIGNATURE,
  WALLET,
} from './testing/provider-page.ts'

await widgetWorld.provider()

test.each([
  ['the message first', ['hello', WALLET], 'hello'],
  ['the address first', [WALLET, 'hello'], 'hello'],
  ['two addresses', [OTHER, WALLET], OTHER],
])('param: personal_sign with %s', async (_what, params, text) => {
  const provider = await connectedProvider()
  const signed = provider.request({ method: 'personal_sign', params })
  const wallet = await openWallet()
  expect(wallet.message).toEqual(text === OTHER ? { kind: 'bytes', data: OTHER } : { kind: 'text', text })
  expect(wallet.getAttribute('wallet-address')).toBe(WALLET)
  wallet.emit('cancelled')
  expect(await failure(signed)).toMatchObject({ code: 4001 })
})

test.each([
  ['a text', 'hello', { kind: 'text', text: 'hello' }],
  ['bytes', '0x68656c6c6f', { kind: 'bytes', data: '0x68656c6c6f' }],
  ['half a byte', '0x123', { kind: 'text', text: '0x123' }],
])('behavior: personal_sign of %s signs that', async (_what, given, message) => {
  const provider = await connectedProvider()
  const signed = provider.request({ method: 'personal_sign', params: [given, WALLET] })
  const wallet = await openWallet()
  expect(wallet.message).toEqual(message)
  wallet.emit('signed', { signature: SIGNATURE })
  expect(await signed).toBe(SIGNATURE)
  expect(dialogs()).toEqual([])
})

const TYPED = { types: { Mail: [] }, primaryType: 'Mail', domain: { name: 'A' }, message: {} }
test.each([TYPED, JSON.stringify(TYPED)])(
  'behavior: eth_signTypedData_v4 of %j signs the typed data',
  async (given) => {
    const provider = await connectedProvider()
    const signed = provider.request({ method: 'eth_signTypedData_v4', params: [WALLET, given] })
    const wallet = await openWallet()
    expect(wallet.message).toEqual({ kind: 'typed-data', typedData: TYPED })
    wallet.emit('signed', { signature: SIGNATURE })
    expect(await signed).toBe(SIGNATURE)
  },
)
