import { describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { WidgetError } from '#widget/errors.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { refusal } from '#widget/testing/stand-in-server.ts'
import { createWalletHarness } from './testing/wallet-harness.ts'

const OTHER = '0x00000000000000000000000000000000000b0b05'
const named = (harness: ReturnType<typeof createWalletHarness>) =>
  harness.world.requests.find(({ line }) => line.endsWith('/passkey'))

/** A wallet, on a device that has stored only its passkeys. */
async function withWallet(changes: Parameters<typeof createWalletHarness>[0] = {}) {
  const harness = createWalletHarness(changes)
  const address = await harness.withWallet()
  harness.stored.clear()
  return { harness, address, wallet: harness.world.wallets[0]! }
}

describe('login', () => {
  test('behavior: without stored data, one prompt finds the wallet', async () => {
    const { harness, address } = await withWallet()
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(harness.authenticator.prompts.get).toBe(1)
    expect(views('showLoggedIn')).toMatchObject([
      { address, isSingle: false, hasBackup: false, isChecked: true },
    ])
    expect(named(harness)).toBeUndefined()
  })

  test('behavior: if the server knows no passkey, the key is recovered from the signature and stored on the server', async () => {
    const { harness, address, wallet } = await withWallet()
    const { qx, qy, credentialId } = wallet.passkey!
    Object.assign(wallet, { passkey: null, key: { qx, qy } })
    const { result } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(named(harness)?.body).toMatchObject({ credentialId, qx, qy, rpId: 'shop.example' })
    expect([...harness.stored.keys()]).toContain(`latchkey:wallet:${address.toLowerCase()}`)
  })

  test('behavior: works without a user handle, with a high s, and with a server without extensions', async () => {
    const { harness, address, wallet } = await withWallet()
    wallet.passkey = null
    harness.authenticator.hasUserHandle = false
    harness.authenticator.highS = true
    harness.world.extensions = false
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ hasBackup: undefined }])
  })

  test('behavior: finds the passkey’s wallet among several', async () => {
    const { harness, address } = await withWallet()
    harness.world.wallets.unshift({ address: OTHER, label: 'Other', passkey: null })
    expect((await harness.logIn()).result).toEqual({ address, label: '' })
  })

  test('behavior: after a recovery, the new passkey opens the wallet, and its address counts as not checked', async () => {
    const { harness, address, wallet } = await withWallet()
    const { qx, qy } = wallet.passkey!
    // The key gives another address than the wallet's, so the contract's keys decide.
    wallet.address = OTHER
    wallet.passkey = null
    harness.world.onChain.set(OTHER.toLowerCase(), { backupAddress: address, key: { qx, qy } })
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address: OTHER, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ isChecked: false, hasBackup: true }])
  })

  test('behavior: the device shows the passkey with the wallet’s name and keeps it in its list', async () => {
    const { harness } = await withWallet()
    harness.authenticator.renamed.length = 0
    await harness.logIn()
    expect(harness.authenticator.renamed).toEqual([expect.stringMatching(/^Demo · 0x/)])
    expect(harness.signals.accepted).toEqual(harness.authenticator.credentialIds())
    expect(harness.signals.unknown).toEqual([])
  })

  test('behavior: identifies a passkey that is on this device only', async () => {
    const { harness } = await withWallet()
    harness.authenticator.isSingle = true
    expect((await harness.logIn()).views('showLoggedIn')).toMatchObject([{ isSingle: true }])
  })

  test('behavior: a closed prompt returns to the same step', async () => {
    const { harness, address } = await withWallet()
    harness.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('askLogin')[1]?.problem).toBeInstanceOf(WidgetError)
  })
})

describe('the chain of the found wallet', () => {
  const chainKept = (harness: ReturnType<typeof createWalletHarness>, address: string) =>
    harness.common.memory.ofWallet(address)?.chainId
  const lie = (harness: ReturnType<typeof createWalletHarness>, chainId: number) => {
    harness.world.tamper = (line, content) =>
      line === 'GET /config' ? { ...Object(content), chainId } : content
  }

  test('behavior: is the chain that the passkey names, and a server that names another gets no signature later', async () => {
    const { harness, address } = await withWallet({ operations: ['create', 'transfer', 'execute'] })
    await harness.logIn()
    expect(chainKept(harness, address)).toBe(CHAIN_ID)
    lie(harness, 1)
    await expect(harness.send()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
    expect(harness.world.executed).toEqual([])
  })

  test('error: with a server that names another chain than the passkey, no wallet is found and nothing is stored', async () => {
    const { harness, address } = await withWallet()
    lie(harness, 1)
    const { views } = await harness.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'other-chain' }])
    expect(views('showLoggedIn')).toEqual([])
    expect(harness.common.memory.ofWallet(address)).toBeUndefined()
    expect(harness.signals.accepted).toEqual([])
  })

  test('behavior: if the passkey names no chain, only the page’s chain is stored', async () => {
    const { harness, address } = await withWallet()
    harness.authenticator.otherHandle = new Uint8Array(32).fill(7)
    lie(harness, 1)
    await harness.logIn()
    expect(chainKept(harness, address)).toBeUndefined()
    harness.world.tamper = (_line, content) => content
    await harness.logIn({}, { chainId: String(CHAIN_ID) })
    expect(chainKept(harness, address)).toBe(CHAIN_ID)
    // The stored chain stays.
    lie(harness, 1)
    await harness.logIn()
    expect(chainKept(harness, address)).toBe(CHAIN_ID)
  })
})

describe('a passkey that opens no wallet here', () => {
  test('error: another user’s wallet and no wallet have the same result', async () => {
    const { harness } = await withWallet()
    harness.world.wallets[0]!.address = OTHER
    const { views } = await harness.logIn()
    expect(views('askMissed')).toEqual([{ why: 'unknown', canForget: true }])
    expect(harness.errors.map(({ code }) => code)).toEqual(['PASSKEY_WRONG'])
  })

  test('error: a passkey of another network is reported as such', async () => {
    const { harness } = await withWallet()
    harness.world.wallets[0]!.address = OTHER
    harness.world.tamper = (line, content) =>
      line === 'GET /config' ? { ...Object(content), chainId: 5 } : content
    expect((await harness.logIn()).views('askMissed')).toMatchObject([{ why: 'other-chain' }])
  })

  test('error: a passkey that a recovery has replaced no longer opens the wallet', async () => {
    const { harness, address } = await withWallet()
    const key = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
    harness.world.onChain.set(address.toLowerCase(), { key })
    const { views } = await harness.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'replaced' }])
    expect(views('showLoggedIn')).toEqual([])
    expect(harness.signals.accepted).toEqual([])
  })

  test('behavior: the passkey is removed from the device’s list only with the person’s consent', async () => {
    const { harness } = await withWallet()
    harness.world.wallets[0]!.address = OTHER
    const ids = harness.authenticator.credentialIds()
    await harness.logIn()
    expect(harness.signals.unknown).toEqual([])
    harness.leaving.controller = new AbortController()
    let asked = 0
    await harness.logIn({
      askMissed: async () => {
        asked += 1
        if (asked === 2) harness.leaving.controller.abort(new Error('left'))
        return 'forget'
      },
    })
    expect(harness.signals.unknown[0]).toBe(ids[0])
  })

  test('error: a signature by another key with the wallet’s credential id opens no wallet', async () => {
    const { harness } = await withWallet()
    await harness.authenticator.swapKey()
    expect((await harness.logIn()).views('askMissed')).toMatchObject([{ why: 'unknown' }])
  })

  test('error: a server that reports another key and address for the passkey’s id is not believed', async () => {
    const { harness, wallet } = await withWallet()
    // The page would show another user's address as the person's own.
    harness.world.tamper = (line, content) =>
      line === 'GET /wallets' ? [{ ...Object((content as unknown[])[0]), address: OTHER }] : content
    const { views } = await harness.logIn()
    expect(wallet.passkey?.credentialId).toBe(harness.authenticator.credentialIds()[0])
    expect(views('showLoggedIn')).toEqual([])
  })
})

describe('the end of a login', () => {
  test('error: a user without a wallet reads so before any prompt', async () => {
    const harness = createWalletHarness()
    expect((await harness.logIn()).result).toMatchObject({ code: 'NO_WALLET' })
    expect(harness.authenticator.prompts.get).toBe(0)
  })

  test('error: a wallet that is not the user’s is reported as such, not as missing', async () => {
    const { harness } = await withWallet()
    const { result } = await harness.logIn({}, { walletAddress: OTHER })
    expect(result).toMatchObject({ code: 'WALLET_NOT_OWNED' })
  })

  test('behavior: the page gets the checksummed address, regardless of the server’s form', async () => {
    const { harness, address } = await withWallet()
    harness.world.tamper = (line, content) =>
      line === 'GET /wallets' && Array.isArray(content)
        ? content.map((wallet) => ({ ...wallet, address: address.toLowerCase() }))
        : content
    expect((await harness.logIn()).result).toMatchObject({ address: checksumAddress(address) })
  })

  test('error: a page that prevents it stops the prompt, and the person can try again', async () => {
    const { harness } = await withWallet()
    harness.allow.login = false
    const { views } = await harness.logIn({
      askLogin: async ({ problem }) => {
        if (problem?.code === 'STOPPED_BY_PAGE') harness.leaving.controller.abort(new Error('left'))
      },
    })
    expect(harness.authenticator.prompts.get).toBe(0)
    expect(views('showLoggedIn')).toEqual([])
  })

  test('error: details that cannot be read now are requested again, not skipped', async () => {
    const { harness, address } = await withWallet()
    harness.world.interrupt = (line, time) =>
      line === `GET /wallets/${address}` && time === 1 ? refusal(502, 'CHAIN_FAILED') : undefined
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('askLogin')[1]?.problem).toMatchObject({ code: 'CHAIN_FAILED' })
  })
})
