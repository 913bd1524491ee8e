import { decodeFunctionData } from 'viem'
import { describe, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import { writeDeviceCode, type DeviceCode } from '#widget/keys/device-code.ts'
import { keyIn } from '#widget/keys/draw-own-change.ts'
import { BASE_POINT } from '#widget/testing/base-point.ts'
import type { Key } from '#widget/testing/own-change-flows.ts'
import type { OnChain } from '#widget/testing/stand-in-wallet.ts'
import { API_URL, RP_ID } from '#widget/testing/test-flows.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { devicesPlan, type DevicesAnswer, type DevicesScreens } from './devices-plan.ts'
import { joinDevice, type JoinScreens } from './join-device.ts'

type ListView = Parameters<DevicesScreens['askDevices']>[0]
type Chain = (own: Key, address: string) => OnChain

/** Makes these choices on the list, then leaves. */
async function manage(
  answers: (DevicesAnswer | ((view: ListView) => DevicesAnswer))[],
  {
    chain,
    code,
    isSame = true,
    join = {},
  }: {
    chain?: Chain
    code?: (address: string) => (string | 'back')[]
    isSame?: boolean
    join?: Partial<JoinScreens>
  } = {},
) {
  const world = await widgetWorld.ownChanges(chain)
  const lists: ListView[] = []
  const problems: unknown[] = []
  const compared: DeviceCode[] = []
  const shown: DeviceCode[] = []
  const waiting = [...answers]
  const codes = code?.(world.address) ?? []
  const screens: DevicesScreens = {
    askDevices: async (view) => {
      lists.push(view)
      const answer = waiting.shift() ?? world.leave()
      return typeof answer === 'function' ? answer(view) : answer
    },
    askCode: async ({ fieldProblem }) => {
      problems.push(fieldProblem)
      return codes.shift() ?? world.leave()
    },
    askSame: async (given) => {
      compared.push(given)
      return isSame
    },
  }
  const joining: JoinScreens = {
    askJoin: async () => 'Laptop',
    showCode: ({ code: own }) => {
      shown.push(own)
      return new Promise(() => {})
    },
    showJoined: async () => {},
    ...join,
  }
  const deps = {
    apiUrl: API_URL,
    host: RP_ID,
    isPinned: false,
    random: world.common.random,
    signals: world.device,
    screens: joining,
    beforeCreate: () => true,
  }
  const plan = devicesPlan(screens, (context, settings) => joinDevice(deps, context, settings))
  const result = await world.run(plan)
  return { ...world, result, lists, problems, compared, shown }
}

const codeOf = (address: string, changes: Partial<DeviceCode> = {}) =>
  writeDeviceCode({ wallet: address, rpId: RP_ID, ...BASE_POINT, name: 'My phone', ...changes })
const decoded = (data: string | undefined) =>
  decodeFunctionData({ abi: passkeyWalletAbi, data: `0x${(data ?? '0x').slice(2)}` })
const numbersOf = ({ qx, qy }: Key) => [BigInt(`0x${qx}`), BigInt(`0x${qy}`)]

describe('adding a device on one that can sign for the wallet', () => {
  test('behavior: adds the key of the code, and the words are those of the signed bytes', async () => {
    const flow = await manage([{ kind: 'add' }], { code: (address) => [codeOf(address)] })
    expect(decoded(flow.signedData()[0])).toEqual({ functionName: 'addKey', args: numbersOf(BASE_POINT) })
    expect(flow.compared).toMatchObject([{ ...BASE_POINT, name: 'My phone' }])
    const { description } = flow.confirmations()[0]!
    expect(description).toMatchObject({ kind: 'wallet-add-key', severity: 'danger' })
    expect(keyWords(keyIn(description)!)).toBe(keyWords(BASE_POINT))
  })

  test('error: words that do not match → nothing is signed', async () => {
    const flow = await manage([{ kind: 'add' }], { code: (address) => [codeOf(address)], isSame: false })
    expect([flow.lists.length, flow.confirmations(), flow.authenticator.prompts.get]).toEqual([2, [], 0])
  })

  test('param: a code that cannot be added is explained at the field, and the form stays', async () => {
    const flow = await manage([{ kind: 'add' }], {
      code: (address) => [
        '',
        'hello',
        codeOf(`0x${'1'.repeat(40)}`),
        codeOf(address, { rpId: 'other.example' }),
        codeOf(address, { qy: '1'.repeat(64) }),
      ],
    })
    expect(flow.problems).toEqual([undefined, 'missing', 'format', 'wallet', 'domain', 'invalid'])
    expect(flow.authenticator.prompts.get).toBe(0)
  })

  test('param: a key that the wallet already has is not added again', async () => {
    const flow = await manage([{ kind: 'add' }], {
      chain: (own) => ({
        keys: [
          { number: 0, ...own },
          { number: 1, ...BASE_POINT },
        ],
      }),
      code: (address) => [codeOf(address)],
    })
    expect(flow.problems).toEqual([undefined, 'known'])
  })
})

describe('the list of devices', () => {
  const both: Chain = (own) => ({
    keys: [
      { number: 0, ...own, lastUsedAt: '2026-11-20T10:00:00Z' },
      { number: 1, ...BASE_POINT, lastUsedAt: null },
    ],
  })

  test('behavior: marks this device, and shows what the service knows of each', async () => {
    const flow = await manage([], { chain: both })
    expect(flow.lists[0]?.devices).toMatchObject([
      { isThis: true, isFirst: true, lastUsedAt: '2026-11-20T10:00:00Z' },
      { isThis: false, isFirst: false, lastUsedAt: null, name: '' },
    ])
  })

  test('behavior: a device is removed by its coordinates', async () => {
    const flow = await manage([({ devices }) => ({ kind: 'remove', device: devices[1]! })], { chain: both })
    expect(decoded(flow.signedData()[0])).toEqual({ functionName: 'removeKey', args: numbersOf(BASE_POINT) })
    expect(flow.confirmations()[0]?.description.kind).toBe('wallet-remove-key')
  })

  test('behavior: a wallet with eight keys accepts no further one', async () => {
    const flow = await manage([], {
      chain: (own) => ({ keys: Array.from({ length: 8 }, (_, number) => ({ number, ...own })) }),
    })
    expect(flow.lists[0]?.isFull).toBe(true)
  })

  test('error: a server that lists another key than the chosen one cannot get that key removed', async () => {
    const flow = await widgetWorld.ownChanges(both)
    let times = 0
    flow.server.tamper = (line, content) => {
      if (line !== `GET /wallets/${flow.address}` || (times += 1) === 1) return content
      return {
        ...Object(content),
        keys: [
          { number: 0, ...BASE_POINT },
          { number: 1, ...flow.own },
        ],
      }
    }
    const plan = devicesPlan(
      {
        askDevices: async ({ devices }) => ({ kind: 'remove', device: devices[1]! }),
        askCode: async () => 'back',
        askSame: async () => false,
      },
      async () => {},
    )
    await flow.run(plan)
    expect(decoded(flow.signedData()[0]).args).toEqual(numbersOf(BASE_POINT))
  })
})
