// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { COIN } from '#widget/testing/server-state.ts'
import { onShop, openPage } from './testing/headless-page.ts'

onShop()

test('behavior: creates a wallet with functions only', async () => {
  const { server, create } = openPage()
  const wallet = await create()
  expect(wallet).toMatchObject({ address: server.wallets[0]?.address, label: 'Mine' })
})

test('behavior: a wrong code is requested again, and the passkey is kept', async () => {
  const { server, latchkey, authenticator } = openPage()
  const codes = ['000000', null, '123456']
  const asked: unknown[] = []
  await latchkey.createWallet({
    email: 'mira@example.com',
    async askCode({ problem }) {
      asked.push(problem?.code)
      return codes.shift() ?? null
    },
  })
  expect(asked.slice(0, 2)).toEqual([undefined, 'INVALID_VERIFICATION_CODE'])
  expect(authenticator.prompts.create).toBe(1)
  expect(server.requests.filter(({ line }) => line.endsWith('request-email-verification'))).toHaveLength(2)
})

test('error: without an email nothing is sent, and no passkey is created if the page refuses', async () => {
  const { server, latchkey, authenticator } = openPage()
  const askCode = async () => '123456'
  await expect(latchkey.createWallet({ askCode })).rejects.toMatchObject({ code: 'CONFIGURATION' })
  expect(server.requests.map(({ line }) => line)).toEqual(['GET /config'])
  const email = 'mira@example.com'
  await expect(latchkey.createWallet({ email, askCode, beforeCreate: () => false })).rejects.toMatchObject({
    code: 'STOPPED_BY_PAGE',
  })
  expect(authenticator.prompts.create).toBe(0)
})

test('behavior: reports the missing fee until it has arrived, and throws without a listener', async () => {
  const fee = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: COIN }
  const { server, latchkey } = openPage({ fee })
  const askCode = async () => '123456'
  const email = 'mira@example.com'
  await expect(latchkey.createWallet({ email, askCode })).rejects.toMatchObject({
    code: 'INSUFFICIENT_FEE_BALANCE',
  })
  const missing: bigint[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const created = latchkey.createWallet({
    email,
    askCode,
    onFunding(funding) {
      missing.push(funding.missing)
      server.balances.set(funding.address, 500_000n)
    },
  })
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(3_000)
      return server.wallets
    })
    .toHaveLength(1)
  vi.useRealTimers()
  await created
  expect(missing).toEqual([500_000n])
})
