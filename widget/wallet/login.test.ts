import { describe, expect, test } from 'vitest'
import { checksumAddress } from '#protocol/display/address.ts'
import { WidgetError } from '#widget/errors.ts'
import { refusal } from '#widget/testing/envelope.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const OTHER = '0x00000000000000000000000000000000000b0b05'
const named = (world: ReturnType<typeof widgetWorld.accounts>) =>
  world.server.requests.find(({ line }) => line.endsWith('/passkey'))

/** A wallet, on a device that has stored only its passkeys. */
async function withWallet(changes: Parameters<typeof widgetWorld.accounts>[0] = {}) {
  const world = widgetWorld.accounts(changes)
  const address = await world.withWallet()
  world.stored.clear()
  return { world, address, wallet: world.server.wallets[0]! }
}

describe('login', () => {
  test('behavior: without stored data, one prompt finds the wallet', async () => {
    const { world, address } = await withWallet()
    const { result, views } = await world.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(world.authenticator.prompts.get).toBe(1)
    expect(views('showLoggedIn')).toMatchObject([
      { address, isSingle: false, hasBackup: false, isChecked: true },
    ])
    expect(named(world)).toBeUndefined()
  })

  test('behavior: if the server knows no passkey, the key is recovered from the signature and stored on the server', async () => {
    const { world, address, wallet } = await withWallet()
    const { qx, qy, credentialId } = wallet.passkey!
    Object.assign(wallet, { passkey: null, key: { qx, qy } })
    const { result } = await world.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(named(world)?.body).toMatchObject({ credentialId, qx, qy, rpId: 'shop.example' })
    expect([...world.stored.keys()]).toContain(`latchkey:wallet:${address.toLowerCase()}`)
  })

  test('behavior: works without a user handle, with a high s, and with a server without extensions', async () => {
    const { world, address, wallet } = await withWallet()
    wallet.passkey = null
    world.authenticator.hasUserHandle = false
    world.authenticator.highS = true
    world.server.extensions = false
    const { result, views } = await world.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ hasBackup: undefined }])
  })

  test('behavior: finds the passkey’s wallet among several', async () => {
    const { world, address } = await withWallet()
    world.server.wallets.unshift({ address: OTHER, label: 'Other', passkey: null })
    expect((await world.logIn()).result).toEqual({ address, label: '' })
  })

  test('behavior: after a recovery, the new passkey opens the wallet, and its address counts as not checked', async () => {
    const { world, address, wallet } = await withWallet()
    const { qx, qy } = wallet.passkey!
    // The key's address is not the wallet's, so the contract's keys decide.
    wallet.address = OTHER
    wallet.passkey = null
    world.server.onChain.set(OTHER.toLowerCase(), { backupAddress: address, key: { qx, qy } })
    const { result, views } = await world.logIn()
    expect(result).toEqual({ address: OTHER, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ isChecked: false, hasBackup: true }])
  })

  test('behavior: the device shows the passkey with the wallet’s name and keeps it in its list', async () => {
    const { world } = await withWallet()
    world.authenticator.renamed.length = 0
    await world.logIn()
    expect(world.authenticator.renamed).toEqual([expect.stringMatching(/^Demo · 0x/)])
    expect(world.signals.accepted).toEqual(world.authenticator.credentialIds())
    expect(world.signals.unknown).toEqual([])
  })

  test('behavior: identifies a passkey that is on this device only', async () => {
    const { world } = await withWallet()
    world.authenticator.isSingle = true
    expect((await world.logIn()).views('showLoggedIn')).toMatchObject([{ isSingle: true }])
  })

  test('behavior: a closed prompt returns to the same step', async () => {
    const { world, address } = await withWallet()
    world.authenticator.failNext(new DOMException('closed', 'NotAllowedError'))
    const { result, views } = await world.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('askLogin')[1]?.problem).toBeInstanceOf(WidgetError)
  })
})

describe('the chain of the found wallet', () => {
  const chainKept = (world: ReturnType<typeof widgetWorld.accounts>, address: string) =>
    world.common.memory.ofWallet(address)?.chainId
  const lie = (world: ReturnType<typeof widgetWorld.accounts>, chainId: number) => {
    world.server.tamper = (line, content) =>
      line === 'GET /config' ? { ...Object(content), chainId } : content
  }

  test('behavior: is the chain that the passkey names, and a server that names another gets no signature later', async () => {
    const { world, address } = await withWallet({ operations: ['create', 'transfer', 'execute'] })
    await world.logIn()
    expect(chainKept(world, address)).toBe(CHAIN_ID)
    lie(world, 1)
    await expect(world.send()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
    expect(world.server.executed).toEqual([])
  })

  test('error: with a server that names another chain than the passkey, no wallet is found and nothing is stored', async () => {
    const { world, address } = await withWallet()
    lie(world, 1)
    const { views } = await world.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'other-chain' }])
    expect(views('showLoggedIn')).toEqual([])
    expect(world.common.memory.ofWallet(address)).toBeUndefined()
    expect(world.signals.accepted).toEqual([])
  })

  test('behavior: if the passkey names no chain, only the page’s chain is stored', async () => {
    const { world, address } = await withWallet()
    world.authenticator.otherHandle = new Uint8Array(32).fill(7)
    lie(world, 1)
    await world.logIn()
    expect(chainKept(world, address)).toBeUndefined()
    world.server.tamper = (_line, content) => content
    await world.logIn({}, { chainId: String(CHAIN_ID) })
    expect(chainKept(world, address)).toBe(CHAIN_ID)
    // The stored chain stays.
    lie(world, 1)
    await world.logIn()
    expect(chainKept(world, address)).toBe(CHAIN_ID)
  })
})

describe('a passkey that opens no wallet here', () => {
  test('error: another user’s wallet and no wallet have the same result', async () => {
    const { world } = await withWallet()
    world.server.wallets[0]!.address = OTHER
    const { views } = await world.logIn()
    expect(views('askMissed')).toEqual([{ why: 'unknown', canForget: true }])
    expect(world.errors.map(({ code }) => code)).toEqual(['PASSKEY_WRONG'])
  })

  test('error: a passkey of another network is reported as such', async () => {
    const { world } = await withWallet()
    world.server.wallets[0]!.address = OTHER
    world.server.tamper = (line, content) =>
      line === 'GET /config' ? { ...Object(content), chainId: 5 } : content
    expect((await world.logIn()).views('askMissed')).toMatchObject([{ why: 'other-chain' }])
  })

  test('error: a passkey that a recovery has replaced no longer opens the wallet', async () => {
    const { world, address } = await withWallet()
    const key = { qx: '1'.repeat(64), qy: '2'.repeat(64) }
    world.server.onChain.set(address.toLowerCase(), { key })
    const { views } = await world.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'replaced' }])
    expect(views('showLoggedIn')).toEqual([])
    expect(world.signals.accepted).toEqual([])
  })

  test('behavior: the passkey is removed from the device’s list only with the person’s consent', async () => {
    const { world } = await withWallet()
    world.server.wallets[0]!.address = OTHER
    const ids = world.authenticator.credentialIds()
    await world.logIn()
    expect(world.signals.unknown).toEqual([])
    world.leaving.controller = new AbortController()
    let asked = 0
    await world.logIn({
      askMissed: async () => {
        asked += 1
        if (asked === 2) world.leaving.controller.abort(new Error('left'))
        return 'forget'
      },
    })
    expect(world.signals.unknown[0]).toBe(ids[0])
  })

  test('error: a signature by another key with the wallet’s credential id opens no wallet', async () => {
    const { world } = await withWallet()
    await world.authenticator.swapKey()
    expect((await world.logIn()).views('askMissed')).toMatchObject([{ why: 'unknown' }])
  })

  test('error: a server that reports another key and address for the passkey’s id is not believed', async () => {
    const { world, wallet } = await withWallet()
    // Without a check, the page would show another user's address as the person's own.
    world.server.tamper = (line, content) =>
      line === 'GET /wallets' ? [{ ...Object((content as unknown[])[0]), address: OTHER }] : content
    const { views } = await world.logIn()
    expect(wallet.passkey?.credentialId).toBe(world.authenticator.credentialIds()[0])
    expect(views('showLoggedIn')).toEqual([])
  })
})

describe('the end of a login', () => {
  test('error: a user without a wallet reads so before any prompt', async () => {
    const world = widgetWorld.accounts()
    expect((await world.logIn()).result).toMatchObject({ code: 'NO_WALLET' })
    expect(world.authenticator.prompts.get).toBe(0)
  })

  test('error: a wallet that is not the user’s is reported as such, not as missing', async () => {
    const { world } = await withWallet()
    const { result } = await world.logIn({}, { walletAddress: OTHER })
    expect(result).toMatchObject({ code: 'WALLET_NOT_OWNED' })
  })

  test('behavior: the page gets the checksummed address, regardless of the server’s form', async () => {
    const { world, address } = await withWallet()
    world.server.tamper = (line, content) =>
      line === 'GET /wallets' && Array.isArray(content)
        ? content.map((wallet) => ({ ...wallet, address: address.toLowerCase() }))
        : content
    expect((await world.logIn()).result).toMatchObject({ address: checksumAddress(address) })
  })

  test('error: a page that prevents the login stops the prompt, and the person can try again', async () => {
    const { world } = await withWallet()
    world.allow.login = false
    const { views } = await world.logIn({
      askLogin: async ({ problem }) => {
        if (problem?.code === 'STOPPED_BY_PAGE') world.leaving.controller.abort(new Error('left'))
      },
    })
    expect(world.authenticator.prompts.get).toBe(0)
    expect(views('showLoggedIn')).toEqual([])
  })

  test('error: details that cannot be read now are requested again, not skipped', async () => {
    const { world, address } = await withWallet()
    world.server.interrupt = (line, time) =>
      line === `GET /wallets/${address}` && time === 1 ? refusal(502, 'CHAIN_FAILED') : undefined
    const { result, views } = await world.logIn()
    expect(result).toEqual({ address, label: '' })
    expect(views('askLogin')[1]?.problem).toMatchObject({ code: 'CHAIN_FAILED' })
  })
})
