import { describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { WidgetError } from '#widget/errors.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { refusal } from '#widget/testing/stand-in-server.ts'
import { createWalletHarness } from './testing/wallet-harness.ts'

const OTHER = '0x00000000000000000000000000000000000b0b05'
const named = (harness: ReturnType<typeof createWalletHarness>) =>
  harness.world.requests.find(({ line }) => line.endsWith('/passkey'))

/** A wallet, on a device that has forgotten everything but its passkeys. */
async function withWallet(changes: Parameters<typeof createWalletHarness>[0] = {}) {
  const harness = createWalletHarness(changes)
  const address = await harness.withWallet()
  harness.stored.clear()
  return { harness, address, wallet: harness.world.wallets[0]! }
}

describe('logging in', () => {
  test('behavior: with nothing stored, one prompt finds the wallet', async () => {
    const { harness, address } = await withWallet()
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(harness.authenticator.prompts.get).toBe(1)
    expect(views('showLoggedIn')).toMatchObject([
      { address, isSingle: false, hasBackup: false, isChecked: true },
    ])
    expect(named(harness)).toBeUndefined()
  })

  test('behavior: where the server knows no passkey, the key is recovered from the signature, and it is told', async () => {
    const { harness, address, wallet } = await withWallet()
    const { qx, qy, credentialId } = wallet.passkey!
    Object.assign(wallet, { passkey: null, key: { qx, qy } })
    const { result } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(named(harness)?.body).toMatchObject({ credentialId, qx, qy, rpId: 'shop.example' })
    expect([...harness.stored.keys()]).toContain(`latchkey:wallet:${address.toLowerCase()}`)
  })

  test('behavior: neither a missing user handle nor a high s nor a server without extensions matters', async () => {
    const { harness, address, wallet } = await withWallet()
    wallet.passkey = null
    harness.authenticator.hasUserHandle = false
    harness.authenticator.highS = true
    harness.world.extensions = false
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ hasBackup: undefined }])
  })

  test('behavior: of several wallets the one of the passkey is found', async () => {
    const { harness, address } = await withWallet()
    harness.world.wallets.unshift({ address: OTHER, label: 'Other', passkey: null })
    expect((await harness.logIn()).result).toEqual({ address, label: '' })
  })

  test('behavior: after a recovery the new passkey opens the wallet, and its address is said not to be checked', async () => {
    const { harness, address, wallet } = await withWallet()
    const { qx, qy } = wallet.passkey!
    // The wallet's address is another one than the key gives: what the contract obeys decides.
    wallet.address = OTHER
    wallet.passkey = null
    harness.world.onChain.set(OTHER.toLowerCase(), { backupAddress: address, key: { qx, qy } })
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address: OTHER, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ isChecked: false, hasBackup: true }])
  })

  test('behavior: the device shows the passkey by the wallet’s name, and keeps it on its list', async () => {
    const { harness } = await withWallet()
    harness.authenticator.renamed.length = 0
    await harness.logIn()
    expect(harness.authenticator.renamed).toEqual([expect.stringMatching(/^Demo · 0x/)])
    expect(harness.signals.accepted).toEqual(harness.authenticator.credentialIds())
    expect(harness.signals.unknown).toEqual([])
  })

  test('behavior: a passkey that is on this device alone is told apart', async () => {
    const { harness } = await withWallet()
    harness.authenticator.isSingle = true
    expect((await harness.logIn()).views('showLoggedIn')).toMatchObject([{ isSingle: true }])
  })

  test('behavior: a closed prompt comes back to the same step', async () => {
    const { harness, address } = await withWallet()
    harness.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('askLogin')[1]?.problem).toBeInstanceOf(WidgetError)
  })
})

describe('the chain of a wallet that was found', () => {
  const chainKept = (harness: ReturnType<typeof createWalletHarness>, address: string) =>
    harness.common.memory.ofWallet(address)?.chainId
  const lie = (harness: ReturnType<typeof createWalletHarness>, chainId: number) => {
    harness.world.tamper = (line, content) =>
      line === 'GET /config' ? { ...Object(content), chainId } : content
  }

  test('behavior: is the one that the passkey names, and a server that names another gets no signature later', async () => {
    const { harness, address } = await withWallet({ operations: ['create', 'transfer', 'execute'] })
    await harness.logIn()
    expect(chainKept(harness, address)).toBe(CHAIN_ID)
    lie(harness, 1)
    await expect(harness.send()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
    expect(harness.world.executed).toEqual([])
  })

  test('error: a server that names another than the passkey finds no wallet, and nothing is kept', async () => {
    const { harness, address } = await withWallet()
    lie(harness, 1)
    const { views } = await harness.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'other-chain' }])
    expect(views('showLoggedIn')).toEqual([])
    expect(harness.common.memory.ofWallet(address)).toBeUndefined()
    expect(harness.signals.accepted).toEqual([])
  })

  test('behavior: of a passkey that names none, only the page’s word is kept', async () => {
    const { harness, address } = await withWallet()
    harness.authenticator.otherHandle = new Uint8Array(32).fill(7)
    lie(harness, 1)
    await harness.logIn()
    expect(chainKept(harness, address)).toBeUndefined()
    harness.world.tamper = (_line, content) => content
    await harness.logIn({}, { chainId: String(CHAIN_ID) })
    expect(chainKept(harness, address)).toBe(CHAIN_ID)
    // What is known stays known.
    lie(harness, 1)
    await harness.logIn()
    expect(chainKept(harness, address)).toBe(CHAIN_ID)
  })
})

describe('a passkey that opens nothing here', () => {
  test('error: another’s wallet and none at all look alike', async () => {
    const { harness } = await withWallet()
    harness.world.wallets[0]!.address = OTHER
    const { views } = await harness.logIn()
    expect(views('askMissed')).toEqual([{ why: 'unknown', canForget: true }])
    expect(harness.errors.map(({ code }) => code)).toEqual(['PASSKEY_WRONG'])
  })

  test('error: one of another network says so', async () => {
    const { harness } = await withWallet()
    harness.world.wallets[0]!.address = OTHER
    harness.world.tamper = (line, content) =>
      line === 'GET /config' ? { ...Object(content), chainId: 5 } : content
    expect((await harness.logIn()).views('askMissed')).toMatchObject([{ why: 'other-chain' }])
  })

  test('error: one that a recovery has replaced opens the wallet no longer', async () => {
    const { harness, address } = await withWallet()
    const key = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
    harness.world.onChain.set(address.toLowerCase(), { key })
    const { views } = await harness.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'replaced' }])
    expect(views('showLoggedIn')).toEqual([])
    expect(harness.signals.accepted).toEqual([])
  })

  test('behavior: it is taken off the device’s list only when the person says so', async () => {
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

  test('error: a signature by another key under the wallet’s credential id opens nothing', async () => {
    const { harness } = await withWallet()
    await harness.authenticator.swapKey()
    expect((await harness.logIn()).views('askMissed')).toMatchObject([{ why: 'unknown' }])
  })

  test('error: a server that names another key and address for the passkey’s id is not believed', async () => {
    const { harness, wallet } = await withWallet()
    // The page would show somebody else's address as the person's own.
    harness.world.tamper = (line, content) =>
      line === 'GET /wallets' ? [{ ...Object((content as unknown[])[0]), address: OTHER }] : content
    const { views } = await harness.logIn()
    expect(wallet.passkey?.credentialId).toBe(harness.authenticator.credentialIds()[0])
    expect(views('showLoggedIn')).toEqual([])
  })
})

describe('where logging in ends', () => {
  test('error: a user without a wallet is told so before any prompt', async () => {
    const harness = createWalletHarness()
    expect((await harness.logIn()).result).toMatchObject({ code: 'NO_WALLET' })
    expect(harness.authenticator.prompts.get).toBe(0)
  })

  test('error: a wallet that is not the user’s is named as that, not as none', async () => {
    const { harness } = await withWallet()
    const { result } = await harness.logIn({}, { walletAddress: OTHER })
    expect(result).toMatchObject({ code: 'WALLET_NOT_OWNED' })
  })

  test('behavior: the page gets the address with its checksum, however the server writes it', async () => {
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

  test('error: details that cannot be read now are asked for again, not skipped', async () => {
    const { harness, address } = await withWallet()
    harness.world.interrupt = (line, time) =>
      line === `GET /wallets/${address}` && time === 1 ? refusal(502, 'CHAIN_FAILED') : undefined
    const { result, views } = await harness.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('askLogin')[1]?.problem).toMatchObject({ code: 'CHAIN_FAILED' })
  })
})
