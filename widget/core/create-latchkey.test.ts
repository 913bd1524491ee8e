// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createSoftwareAuthenticator } from '#widget/testing/software-authenticator.ts'
import { createLatchkey } from './index.ts'
import { onShop, openPage, TRANSFER } from './testing/headless-page.ts'

onShop()

test('error: a transaction that has not failed cannot be cancelled', async () => {
  const { latchkey, withWallet, authenticator } = openPage({ statuses: ['SUBMITTED'] })
  await withWallet()
  const confirm = async () => true
  const { digest } = await latchkey.signTransaction({ transfer: TRANSFER, confirm, follow: false })
  const prompts = authenticator.prompts.get
  await expect(latchkey.cancelTransaction({ digest, confirm })).rejects.toMatchObject({
    code: 'CONFLICT',
    detail: 'the transaction is SUBMITTED',
  })
  expect(authenticator.prompts.get).toBe(prompts)
})

test('behavior: login finds the wallet by the passkey alone, and another person’s passkey opens none', async () => {
  const { server, withWallet, elsewhere, authenticator } = openPage()
  const wallet = await withWallet()
  await expect(elsewhere().login()).resolves.toMatchObject({ address: wallet.address, label: 'Mine' })
  expect(authenticator.prompts.get).toBeGreaterThan(0)
  await expect(elsewhere().login({ beforeLogin: () => false })).rejects.toMatchObject({
    code: 'STOPPED_BY_PAGE',
  })
  await authenticator.swapKey()
  await expect(elsewhere().login()).rejects.toMatchObject({ code: 'PASSKEY_WRONG' })
  server.wallets.length = 0
  await expect(elsewhere().login()).rejects.toMatchObject({ code: 'NO_WALLET' })
})

test('behavior: a wallet without a backup address is not recovered, and a server without recoveries says so', async () => {
  const { server, withWallet, latchkey, authenticator } = openPage()
  await withWallet()
  const onProposal = vi.fn()
  const { create } = authenticator.prompts
  await expect(latchkey.recover({ onProposal })).resolves.toBe('no-backup')
  server.extensions = false
  await expect(latchkey.recover({ onProposal })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(onProposal).not.toHaveBeenCalled()
  expect(authenticator.prompts.create).toBe(create)
})

test('error: an invalid address or domain is rejected at once', () => {
  const getToken = async () => ''
  const authenticator = createSoftwareAuthenticator()
  expect(() => createLatchkey({ apiUrl: 'nowhere', getToken, authenticator })).toThrow('CONFIGURATION')
  expect(() =>
    createLatchkey({
      apiUrl: 'https://wallets.example',
      getToken,
      authenticator,
      rpId: 'https://other.example',
    }),
  ).toThrow('RP_ID_MISMATCH')
  // The test environment has no passkeys.
  vi.stubGlobal('isSecureContext', true)
  expect(() => createLatchkey({ apiUrl: 'https://wallets.example', getToken })).toThrow('UNSUPPORTED_BROWSER')
})

test('error: in a browser without related origins, no function uses the passkeys of another domain', async () => {
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ relatedOrigins: false }) })
  const { latchkey, server, authenticator } = openPage({}, { rpId: 'other.example' })
  await expect(latchkey.login()).rejects.toMatchObject({ code: 'RP_ID_MISMATCH', reason: 'unsupported' })
  expect(server.requests).toEqual([])
  expect(authenticator.prompts).toMatchObject({ get: 0, create: 0 })
})

test('behavior: a module rendered on a server can create an instance, and only its functions throw there', async () => {
  vi.stubGlobal('location', undefined)
  const latchkey = createLatchkey({ apiUrl: 'https://wallets.example', getToken: async () => 'token' })
  await expect(latchkey.login()).rejects.toMatchObject({ code: 'UNSUPPORTED_BROWSER' })
})
