import { describe, expect, test } from 'vitest'
import { readDeviceCode, writeDeviceCode, type DeviceCode } from '#widget/keys/device-code.ts'
import { domainHash } from '#widget/passkey/sha256.ts'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import type { Key } from '#widget/testing/own-change-flows.ts'
import { API_URL, RP_ID } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { devicesPlan } from './devices-plan.ts'
import { joinDevice } from './join-device.ts'

describe('a new device', () => {
  /** Makes the other device add the key as soon as the code is shown. */
  function adding(flow: () => Awaited<ReturnType<typeof widgetWorld.ownChanges>>, key?: (code: Key) => Key) {
    return (code: DeviceCode) => {
      const { server, address, own } = flow()
      const added = key?.(code) ?? { qx: code.qx, qy: code.qy }
      server.onChain.set(address.toLowerCase(), {
        keys: [
          { number: 0, ...own },
          { number: 1, ...added },
        ],
      })
    }
  }

  async function join(key?: (code: Key) => Key) {
    const world = await widgetWorld.ownChanges()
    const add = adding(() => world, key)
    const shown: DeviceCode[] = []
    let looks = 0
    const plan = devicesPlan(
      {
        askDevices: async () => (shown.length === 0 ? { kind: 'join' } : world.leave()),
        askCode: async () => 'back',
        askSame: async () => false,
      },
      (context, settings) =>
        joinDevice(
          {
            apiUrl: API_URL,
            host: RP_ID,
            isPinned: false,
            random: world.common.random,
            signals: world.device,
            screens: {
              askJoin: async () => 'Laptop',
              showCode: async ({ code }) => {
                shown.push(code)
                add(code)
                return new Promise(() => {})
              },
              showJoined: async () => {},
            },
            beforeCreate: () => true,
          },
          context,
          settings,
        ),
    )
    world.server.interrupt = (line) => {
      if (line === `GET /wallets/${world.address}` && (looks += 1) > 20) world.leave()
      return undefined
    }
    await world.run(plan)
    return { ...world, shown }
  }

  test('behavior: shows its key, and belongs to the wallet with its name once the key is on the chain', async () => {
    const flow = await join()
    const [code] = flow.shown
    expect(flow.common.memory.ofWallet(flow.address)).toMatchObject({ qx: code?.qx, qy: code?.qy })
    const named = flow.server.requests.find(({ line }) => line.endsWith('/passkey'))
    expect(named?.body).toMatchObject({ qx: code?.qx, name: 'Laptop' })
    expect(flow.signals.accepted).toHaveLength(1)
    expect(readDeviceCode(writeDeviceCode(code!))).toEqual({ ...code, wallet: flow.address.toLowerCase() })
  })

  test('error: another key than its own on the chain does not count as added', async () => {
    const flow = await join(() => BASE_POINT)
    expect(flow.common.memory.ofWallet(flow.address)).toMatchObject(flow.own)
    expect(flow.lines().some((line) => line.endsWith('/passkey'))).toBe(false)
  })

  test('error: a wallet domain elsewhere that only the server names → stopped before a passkey is asked for', async () => {
    const world = await widgetWorld.ownChanges()
    const elsewhere = { rpId: 'other.example', rpIdHash: await domainHash('other.example') }
    const problems: unknown[] = []
    const plan = devicesPlan(
      { askDevices: async () => ({ kind: 'join' }), askCode: async () => 'back', askSame: async () => false },
      (context, { details, ...settings }) =>
        joinDevice(
          {
            apiUrl: API_URL,
            host: RP_ID,
            isPinned: false,
            random: world.common.random,
            signals: world.device,
            screens: {
              askJoin: async () => 'Laptop',
              showCode: async () => world.leave(),
              showJoined: async () => {},
            },
            beforeCreate: () => true,
          },
          context,
          { ...settings, details: { ...details, ...elsewhere } },
        ).catch((error: unknown) => {
          problems.push(error)
          return world.leave()
        }),
    )
    await world.run(plan)
    expect(problems).toMatchObject([{ code: 'RP_ID_MISMATCH' }])
  })

  test('error: a key that was planted in the browser’s storage is not shown to another device', async () => {
    const problems: unknown[] = []
    const world = await widgetWorld.ownChanges()
    const owner = [API_URL, 'device', world.address.toLowerCase()].join('|')
    const planted = { credentialId: 'cGxhbnRlZA', ...BASE_POINT, rpId: RP_ID, userHandle: 'AAAA' }
    world.common.memory.keepPending(owner, planted)
    const shown: unknown[] = []
    const plan = devicesPlan(
      { askDevices: async () => ({ kind: 'join' }), askCode: async () => 'back', askSame: async () => false },
      (context, settings) =>
        joinDevice(
          {
            apiUrl: API_URL,
            host: RP_ID,
            isPinned: false,
            random: world.common.random,
            signals: world.device,
            screens: {
              askJoin: async ({ problem, isMade }) => {
                problems.push([isMade, problem])
                return problem === undefined ? 'Laptop' : world.leave()
              },
              showCode: async (view) => void shown.push(view),
              showJoined: async () => {},
            },
            beforeCreate: () => true,
          },
          context,
          settings,
        ),
    )
    await world.run(plan)
    expect(shown).toEqual([])
    expect(problems).toMatchObject([
      [true, undefined],
      [true, { code: 'PASSKEY_CANCELLED' }],
    ])
  })
})
