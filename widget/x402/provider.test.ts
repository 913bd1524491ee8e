// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import {
  connectedProvider,
  dialogs,
  failure,
  newProvider,
  openWallet,
  SIGNATURE,
} from '#widget/provider/testing/provider-page.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { wrapFetchWithPayment, type PaymentOptions } from './index.ts'
import { acceptable, COIN, PAYEE, require2, URL_402, WALLET } from './testing/scripted-payment.ts'

/* The provider's dialog, with a stand-in for the element. */

await widgetWorld.provider()

/** Pays with a provider. `sent` has the payment header of each request. */
function startPayment(provider: PaymentOptions['provider'], accepts = [acceptable()]) {
  const sent: (string | null)[] = []
  const pay = wrapFetchWithPayment(
    async (_input, init) => {
      sent.push(new Headers(init?.headers).get('payment-signature'))
      return sent.at(-1) === null ? require2(accepts) : new Response('The report.')
    },
    { provider, tokens: [{ address: COIN, maxAmount: '2500' }] },
  )
  return { sent, paid: pay(URL_402) }
}

test('behavior: the wallet is asked for this payment, and a held one is sent once it is approved, also after its dialog is closed', async () => {
  const { sent, paid } = startPayment(await connectedProvider())
  const wallet = await openWallet()
  expect(wallet.message).toMatchObject({
    kind: 'typed-data',
    typedData: {
      primaryType: 'TransferWithAuthorization',
      domain: { chainId: 84001, verifyingContract: COIN },
      message: { from: WALLET, to: PAYEE, value: '2500' },
    },
  })
  wallet.emit('before-sign-message')
  dialogs()[0]?.close()
  expect(sent).toEqual([null])
  wallet.emit('signed', { signature: SIGNATURE })
  expect((await paid).status).toBe(200)
  expect(sent).toEqual([null, expect.any(String)])
})

test.each([
  ['closes the wallet', () => dialogs()[0]?.close(), 4001],
  ['is declined by the approver', undefined, 4001],
])('error: the user %s → %i, and nothing is sent', async (_what, leave, code) => {
  const { sent, paid } = startPayment(await connectedProvider())
  const wallet = await openWallet()
  if (leave === undefined) wallet.error('OPERATION_NOT_ALLOWED', undefined, 'declined')
  else leave()
  expect(await failure(paid)).toMatchObject({ code })
  expect(sent).toEqual([null])
})

test('error: a policy of the organization blocks the payment → its code, and nothing is sent', async () => {
  const { sent, paid } = startPayment(await connectedProvider())
  const wallet = await openWallet()
  wallet.error('POLICY_REFUSED')
  dialogs()[0]?.close()
  expect(await failure(paid)).toMatchObject({ data: { code: 'POLICY_REFUSED' } })
  expect(sent).toEqual([null])
})

test('behavior: a page that is not connected → the wallet is opened only for a payment that the options allow', async () => {
  const refused = startPayment(newProvider(), [acceptable({ amount: '2501' })])
  expect(await failure(refused.paid)).toMatchObject({ code: 'NOT_ACCEPTED' })
  expect(dialogs()).toEqual([])
  const { paid } = startPayment(newProvider())
  const login = await openWallet()
  expect(login.getAttribute('flow')).toBe('login')
  login.emit('logged-in', { address: WALLET, label: '' })
  await expect.poll(async () => (await openWallet()).getAttribute('flow')).toBe('sign')
  const signing = await openWallet()
  signing.emit('signed', { signature: SIGNATURE })
  expect((await paid).status).toBe(200)
})
