import { describe, expect, test } from 'vitest'
import { base64Url } from '#protocol/passkey/base64-url.ts'
import type { KnownPasskey } from '#widget/answers.ts'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import { RP_ID } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { devicesPlan, type DevicesScreens } from './devices-plan.ts'

type ListView = Parameters<DevicesScreens['askDevices']>[0]

/**
 * Removes this device's own passkey, the first of two keys. `listed` changes the other passkey in the
 * server's list.
 */
async function removeOwn(listed?: (own: KnownPasskey) => KnownPasskey) {
  const flow = await widgetWorld.ownChanges((own) => ({
    keys: [
      { number: 0, ...own },
      { number: 1, ...BASE_POINT },
    ],
  }))
  const wallet = flow.server.wallets[0]!
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
  // The device signs with its own passkey, whichever is requested.
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

describe('removing the current device', () => {
  test('behavior: a remaining passkey is asked to sign, and the removed one is rejected', async () => {
    const flow = await removeOwn(() => ({ ...BASE_POINT, credentialId: 'b3RoZXI', rpId: RP_ID }))
    expect(flow.asked).toEqual([['b3RoZXI']])
    expect(flow.problems).toEqual([undefined, 'PASSKEY_WRONG'])
    expect(flow.signedData()).toEqual([])
  })

  test('error: a server that lists this device’s passkey as the remaining one cannot have it sign', async () => {
    const flow = await removeOwn((own) => ({ ...BASE_POINT, credentialId: own.credentialId, rpId: RP_ID }))
    expect(flow.signedData()).toEqual([])
  })

  test('error: without a known remaining passkey, nothing starts and the list says so', async () => {
    const flow = await removeOwn()
    expect(flow.lists.map(({ isOnlyKnown }) => isOnlyKnown)).toEqual([false, true])
    expect([flow.asked, flow.confirmations()]).toEqual([[], []])
  })
})
