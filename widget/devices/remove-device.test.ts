import { describe, expect, test } from 'vitest'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import type { KnownPasskey } from '#widget/answers.ts'
import { RP_ID } from '#widget/testing/create-harness.ts'
import { ownChangeHarness, type Key } from '#widget/testing/own-change-harness.ts'
import { devicesPlan, type DevicesScreens } from './devices-plan.ts'

/** The base point of P-256, a key of no one's. */
const NEW: Key = {
  qx: '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  qy: '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
}
type ListView = Parameters<DevicesScreens['askDevices']>[0]

/** Removes this device's own passkey, the first of two keys. `listed`: the other passkey as the server lists it. */
async function removeOwn(listed?: (own: KnownPasskey) => KnownPasskey) {
  const flow = await ownChangeHarness((own) => ({
    keys: [
      { number: 0, ...own },
      { number: 1, ...NEW },
    ],
  }))
  const wallet = flow.world.wallets[0]!
  const passkey = wallet.passkey!
  wallet.passkeys = listed === undefined ? [passkey] : [passkey, listed(passkey)]
  const lists: ListView[] = []
  const plan = devicesPlan(
    {
      askDevices: async (view) => {
        lists.push(view)
        return lists.length === 1 ? { kind: 'remove', device: view.devices[0]! } : flow.leave()
      },
      askCode: async () => 'back',
      askSame: async () => false,
    },
    async () => {},
  )
  const asked: string[][] = []
  const { get } = flow.authenticator
  // A device that signs with its own passkey, whichever is requested.
  flow.authenticator.get = (options, signal) => {
    const { allowCredentials = [], ...open } = options
    asked.push(allowCredentials.map(({ id }) => base64Url(new Uint8Array(id as ArrayBuffer))))
    return get(open, signal)
  }
  const problems: unknown[] = []
  flow.person.askConfirm = async ({ problem }) => {
    problems.push(problem?.code)
    return problem === undefined ? 'confirm' : flow.leave()
  }
  await flow.run(plan)
  return { ...flow, lists, asked, problems }
}

describe('removing the device that one looks at', () => {
  test('behavior: a passkey that remains is asked to sign, and the removed one is refused', async () => {
    const flow = await removeOwn(() => ({ ...NEW, credentialId: 'b3RoZXI', rpId: RP_ID }))
    expect(flow.asked).toEqual([['b3RoZXI']])
    expect(flow.problems).toEqual([undefined, 'PASSKEY_WRONG'])
    expect(flow.signedData()).toEqual([])
  })

  test('error: a server that calls this device’s passkey the remaining one cannot have it sign', async () => {
    const flow = await removeOwn((own) => ({ ...NEW, credentialId: own.credentialId, rpId: RP_ID }))
    expect(flow.signedData()).toEqual([])
  })

  test('error: no remaining passkey is known here → nothing is begun, and the list says so', async () => {
    const flow = await removeOwn()
    expect(flow.lists.map(({ isOnlyKnown }) => isOnlyKnown)).toEqual([false, true])
    expect([flow.asked, flow.confirmations()]).toEqual([[], []])
  })
})
