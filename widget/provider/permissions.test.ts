// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { connectedProvider, failure, newProvider, openWallet, WALLET } from './testing/provider-page.ts'

await widgetWorld.provider()

test('behavior: requesting permission connects like eth_requestAccounts, and revoking it disconnects', async () => {
  const provider = newProvider()
  const accounts = [{ eth_accounts: {} }]
  const events: unknown[] = []
  provider.on('accountsChanged', (now) => events.push(now))
  expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
  const asked = provider.request({ method: 'wallet_requestPermissions', params: accounts })
  ;(await openWallet()).emit('logged-in', { address: WALLET, label: 'Mira' })
  const granted = [
    {
      invoker: location.origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [WALLET] }],
    },
  ]
  expect(await asked).toEqual(granted)
  expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual(granted)
  expect(await provider.request({ method: 'wallet_requestPermissions', params: accounts })).toEqual(granted)
  expect(await provider.request({ method: 'wallet_revokePermissions', params: accounts })).toBeNull()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  await expect.poll(() => events).toEqual([[WALLET], []])
})

test('error: a declined permission is 4001', async () => {
  const provider = newProvider()
  const params = [{ eth_accounts: {} }]
  const asked = provider.request({ method: 'wallet_requestPermissions', params })
  ;(await openWallet()).emit('cancelled')
  expect(await failure(asked)).toMatchObject({ code: 4001 })
})

test.each(['wallet_requestPermissions', 'wallet_revokePermissions'])(
  'param: %s for anything but the accounts is -32602, and changes nothing',
  async (method) => {
    const provider = await connectedProvider()
    const { code, message } = await failure(provider.request({ method, params: [{ eth_sign: {} }] }))
    expect([code, message.split(' ')[0]]).toEqual([-32602, 'params.0.eth_accounts'])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([WALLET])
  },
)
