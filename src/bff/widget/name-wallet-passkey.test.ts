import { beforeEach, describe, expect, test } from 'vitest'
import { readContent, enrolAdmin, readError } from '#bff/testing/console-browser.ts'
import { consoleWorld } from '#bff/testing/console-world.ts'
import { fromPage } from '#bff/testing/shop.ts'
import { HASH, buildWallet } from '#bff/testing/upstream-stand-in.ts'
import { CREATE, KEY, MINE, THEIRS } from '#bff/testing/widget-bodies.ts'
import { knownPasskeySchema } from '#protocol/wallets.ts'
import { widgetWalletListSchema } from '#protocol/widget-api.ts'

const HANDLE = 'AgEAAAABSCHAMTuHMxcz0TihK8RB3gc9'
const NEW = { credentialId: 'bmV3', qx: 'ef', qy: '12', rpId: 'shop.localhost', userHandle: HANDLE }

const world = await consoleWorld.fresh()
const shop = world.shopForEach()
beforeEach(() => {
  world.upstream.wallets.push(buildWallet(MINE, 'user-1'), buildWallet(THEIRS, 'user-2'))
})

const post = (token: string, path: string, body?: unknown) =>
  fromPage(world, token, path, { method: 'POST', ...(body === undefined ? {} : { body }) })

/** Makes the service report which key the contract obeys. */
function obey({ qx, qy }: { qx: string; qy: string }, more: object = {}) {
  const content = {
    ...buildWallet(MINE, 'user-1'),
    state: 'deployed',
    transactionHash: HASH,
    qx: qx.padStart(64, '0'),
    qy: qy.padStart(64, '0'),
    rpIdHash: KEY.rpIdHash,
    onChain: { backupAddress: THEIRS, isKeyReplaced: true },
    ...more,
  }
  world.upstream.on(`GET /v1/baas/wallets/${MINE}`, () => ({ content }))
}

async function listed(token: string) {
  const [wallet] = widgetWalletListSchema.parse(await readContent(fromPage(world, token, '/wallets')))
  return wallet
}

async function storedIds(): Promise<string[]> {
  const rows = await world.ctx.db.selectFrom('bff_wallet_passkey').select('credential_id').execute()
  return rows.map(({ credential_id: id }) => id)
}
const padded = ({ qx, qy }: { qx: string; qy: string }) => ({
  qx: qx.padStart(64, '0'),
  qy: qy.padStart(64, '0'),
})
const passkeyOf = async (token: string) => (await listed(token))?.passkey

describe('naming the passkey of a wallet', () => {
  test('behavior: the user handle of a creation is returned with the wallet', async () => {
    world.upstream.answers('POST /v1/baas/wallets', { address: MINE, label: 'Main', transactionHash: HASH })
    const token = await shop.token()
    await post(token, '/wallets', { ...CREATE, userHandle: HANDLE })
    expect(world.upstream.seen.at(-1)?.body).not.toHaveProperty('userHandle')
    expect(await passkeyOf(token)).toMatchObject({ credentialId: CREATE.credentialId, userHandle: HANDLE })
  })

  test('behavior: after a recovery the new passkey is used, and later changes are too', async () => {
    world.upstream.answers('POST /v1/baas/wallets', { address: MINE, label: 'Main', transactionHash: HASH })
    const token = await shop.token()
    await post(token, '/wallets', CREATE)
    obey(NEW)
    expect(await readContent(post(token, `/wallets/${MINE}/passkey`, NEW))).toEqual({ success: true })
    expect(await passkeyOf(token)).toMatchObject({ credentialId: 'bmV3', userHandle: HANDLE })
    // Names the same passkey again, and later the first one again.
    world.pass(60)
    expect((await post(token, `/wallets/${MINE}/passkey`, NEW)).status).toBe(200)
    obey(KEY_DIGITS)
    world.pass(60)
    const first = { ...KEY_DIGITS, credentialId: CREATE.credentialId, rpId: 'shop.localhost' }
    expect((await post(token, `/wallets/${MINE}/passkey`, first)).status).toBe(200)
    expect(await passkeyOf(token)).toMatchObject({ credentialId: CREATE.credentialId })
  })

  test('behavior: a wallet with several keys lists their passkeys with the names of their devices', async () => {
    const token = await shop.token()
    const phone = { ...NEW, ...KEY_DIGITS, name: 'Phone' }
    const laptop = { ...NEW, credentialId: 'bGFwdG9w', name: 'Laptop' }
    const keysOf = (...passkeys: { qx: string; qy: string }[]) =>
      passkeys.map(({ qx, qy }, number) => ({ number, qx: qx.padStart(64, '0'), qy: qy.padStart(64, '0') }))
    obey(phone, { keys: keysOf(phone, laptop) })
    for (const passkey of [phone, laptop, { ...phone, name: 'Old phone' }]) {
      expect((await post(token, `/wallets/${MINE}/passkey`, passkey)).status).toBe(200)
      world.pass(60)
    }
    const both = await listed(token)
    expect(both?.passkeys).toMatchObject([
      { name: 'Old phone' },
      { name: 'Laptop', credentialId: 'bGFwdG9w' },
    ])
    expect(both?.passkey).toMatchObject({ credentialId: NEW.credentialId })
    // The phone is removed from the wallet, so no page requests its passkey any more.
    obey(laptop, { keys: keysOf(laptop) })
    await post(token, `/wallets/${MINE}/passkey`, laptop)
    expect((await listed(token))?.passkeys).toMatchObject([{ name: 'Laptop' }])
  })

  test('behavior: a key has one passkey, even if a page names several ids', async () => {
    const token = await shop.token()
    obey(KEY_DIGITS)
    const ids = Array.from({ length: 12 }, (_, index) => Buffer.from(`id ${index}`).toString('base64url'))
    for (const credentialId of ids) {
      const passkey = { ...NEW, ...KEY_DIGITS, credentialId, name: `Device ${credentialId}` }
      expect((await post(token, `/wallets/${MINE}/passkey`, passkey)).status).toBe(200)
    }
    expect(await storedIds()).toEqual([ids.at(-1)])
    await Promise.all(
      ids.map((credentialId) =>
        post(token, `/wallets/${MINE}/passkey`, { ...NEW, ...KEY_DIGITS, credentialId }),
      ),
    )
    expect(await storedIds()).toHaveLength(1)
  })

  test('behavior: a user can name only one passkey for a wallet that is not created yet', async () => {
    world.upstream.refuses('POST /v1/baas/wallets', 503, { message: 'Later' })
    const token = await shop.token()
    for (const credentialId of ['Zmlyc3Q', 'c2Vjb25k', 'dGhpcmQ'])
      await post(token, '/wallets', { ...CREATE, credentialId })
    expect(await storedIds()).toEqual(['Zmlyc3Q'])
  })

  test('behavior: administrators read every passkey of a wallet, with the names of their devices', async () => {
    const token = await shop.token()
    const phone = { ...NEW, ...KEY_DIGITS, name: 'Phone' }
    obey(phone, {
      keys: [
        { number: 0, ...padded(phone) },
        { number: 1, ...padded(NEW) },
      ],
    })
    for (const passkey of [phone, { ...NEW, credentialId: 'bGFwdG9w' }]) {
      await post(token, `/wallets/${MINE}/passkey`, passkey)
      world.pass(60)
    }
    const { browser } = await enrolAdmin(world)
    const known = knownPasskeySchema.parse(await readContent(browser.send(`/api/wallets/${MINE}/passkey`)))
    expect(known?.passkeys).toMatchObject([
      { credentialId: 'bGFwdG9w', ...padded(NEW) },
      { credentialId: NEW.credentialId, ...padded(phone), name: 'Phone' },
    ])
    expect(known?.passkeys[0]).not.toHaveProperty('name')
  })

  test('error: rejects a key that the contract does not obey, or of another domain, and names the field', async () => {
    const token = await shop.token()
    obey(KEY_DIGITS)
    for (const passkey of [NEW, { ...NEW, ...KEY_DIGITS, rpId: 'other.localhost' }]) {
      expect(await readError(post(token, `/wallets/${MINE}/passkey`, passkey))).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        errors: [{ path: 'qx' }],
      })
    }
    expect(await passkeyOf(token)).toBeNull()
  })

  test('error: another user’s wallet and an unknown one get the same error on every path', async () => {
    const token = await shop.token()
    const nowhere = `0x${'c3'.repeat(20)}`
    for (const path of ['', '/passkey', '/finish-recovery']) {
      const send = (address: string) =>
        path === ''
          ? fromPage(world, token, `/wallets/${address}`)
          : post(token, `/wallets/${address}${path}`, path === '/passkey' ? NEW : undefined)
      const [theirs, none] = [await send(THEIRS), await send(nowhere)]
      expect(theirs.status).toBe(403)
      expect(await theirs.text()).toBe(await none.text())
    }
  })

  test('behavior: for a service without wallet details, predicts the address of the key instead', async () => {
    const token = await shop.token()
    world.upstream.refuses(`GET /v1/baas/wallets/${MINE}`, 404, { message: 'Not found' })
    expect((await post(token, `/wallets/${MINE}/passkey`, { ...NEW, ...KEY_DIGITS })).status).toBe(200)
    expect(await passkeyOf(token)).toMatchObject({ credentialId: 'bmV3' })
  })
})

describe('finishing a recovery', () => {
  test('behavior: forwards the request to the service, and requires only the operation create', async () => {
    world.upstream.answers(`POST /v1/baas/wallets/${MINE}/finish-recovery`, {
      success: true,
      transactionHash: HASH,
    })
    const token = await shop.token({ operations: ['create'] })
    expect(await readContent(post(token, `/wallets/${MINE}/finish-recovery`))).toEqual({
      success: true,
      transactionHash: HASH,
    })
    const other = await shop.token({ operations: ['execute'] })
    expect((await post(other, `/wallets/${MINE}/finish-recovery`)).status).toBe(403)
  })
})

const KEY_DIGITS = { qx: '0ab', qy: 'cd' }
