import { describe, expect, test } from 'vitest'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const OTHER = '0x00000000000000000000000000000000000b0b05'

/** A wallet of another key. This device's passkey has the key number `number` in it. */
async function withFurtherKey(number: number) {
  const world = widgetWorld.accounts()
  await world.withWallet()
  world.stored.clear()
  const wallet = world.server.wallets[0]!
  const { qx, qy } = wallet.passkey!
  Object.assign(wallet, { address: OTHER, passkey: null })
  const keys = [
    { number: number === 0 ? 1 : 0, ...BASE_POINT },
    { number, qx, qy },
  ].toSorted((one, other) => one.number - other.number)
  world.server.onChain.set(OTHER, { keys })
  return { world, own: { qx, qy } }
}

describe('a passkey that was added to a wallet', () => {
  test('behavior: opens the wallet, and its address counts as not checked', async () => {
    const { world, own } = await withFurtherKey(4)
    const { result, views } = await world.logIn()
    expect(result).toEqual({ address: OTHER, label: '' })
    expect(views('showLoggedIn')).toMatchObject([{ isChecked: false }])
    const named = world.server.requests.find(({ line }) => line.endsWith('/passkey'))
    expect(named?.body).toMatchObject(own)
  })

  test('error: a server that reports it as the first key of another address is not believed', async () => {
    const { world } = await withFurtherKey(0)
    const { views } = await world.logIn()
    expect(views('askMissed')).toMatchObject([{ why: 'unknown' }])
    expect(views('showLoggedIn')).toEqual([])
  })
})

test('error: the first passkey no longer opens its wallet after its removal', async () => {
  const world = widgetWorld.accounts()
  const address = await world.withWallet()
  world.stored.clear()
  world.server.onChain.set(address.toLowerCase(), { keys: [{ number: 2, ...BASE_POINT }] })
  const { views } = await world.logIn()
  expect(views('askMissed')).toMatchObject([{ why: 'replaced' }])
})

describe('paying from a wallet with several passkeys', () => {
  /** A device with the second of two passkeys that the server knows. */
  async function onSecondDevice() {
    const world = widgetWorld.accounts({ operations: ['create', 'transfer', 'execute'] })
    await world.withWallet()
    world.stored.clear()
    const wallet = world.server.wallets[0]!
    const own = wallet.passkey!
    const other = { ...own, ...BASE_POINT, credentialId: 'b3RoZXI' }
    Object.assign(wallet, { passkey: other, passkeys: [other, own] })
    return { world, wallet, own, other }
  }

  test('behavior: any of its passkeys can sign, even if another one was used last', async () => {
    const { world } = await onSecondDevice()
    await world.sent()
    expect(world.server.executed).toHaveLength(1)
    expect(world.authenticator.prompts.get).toBe(1)
  })

  test('behavior: this browser’s own passkey can sign even if the server does not list it', async () => {
    const { world, wallet, own, other } = await onSecondDevice()
    world.common.memory.keepWallet('', wallet.address, { ...own, userHandle: 'aGFuZGxl' })
    world.server.tamper = (line, content) =>
      line === 'GET /wallets' ? [{ ...wallet, passkey: other, passkeys: [other] }] : content
    await world.sent({ askConfirm: async ({ problem }) => (problem ? world.leave() : 'confirm') })
    expect(world.server.executed).toHaveLength(1)
    expect(world.authenticator.prompts.get).toBe(1)
  })

  test('error: a passkey with another key than the server reports is rejected before anything is sent', async () => {
    const { world, wallet, own, other } = await onSecondDevice()
    wallet.passkeys = [other, { ...own, qx: BASE_POINT.qx, qy: BASE_POINT.qy }]
    let problem: unknown
    await world
      .sent({
        askConfirm: async (view) => {
          if (view.problem === undefined) return 'confirm'
          problem = view.problem
          return world.leave()
        },
      })
      .catch(() => {})
    expect(problem).toMatchObject({ code: expect.stringMatching(/PASSKEY_WRONG|UNEXPECTED_ANSWER/) })
    expect(world.server.executed).toEqual([])
  })
})
