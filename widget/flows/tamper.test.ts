import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { pathsOf, withChange, type Path } from '#widget/testing/mutations.ts'
import { createPerson, FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { CHAIN_ID, digestOf } from '#widget/testing/judge-execution.ts'
import { openScreen } from '#widget/testing/shown-text.ts'
import { COIN, FACTORY, FEE_RECEIVER } from '#widget/testing/stand-in-server.ts'

/*
 * A server that lies in one field of one answer (notes/security.md, threats 6 to 8): the widget stops, or what the
 * person confirms is visibly different. What is signed is always exactly what was shown.
 */

const FEE = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: FEE_RECEIVER }
const OTHER = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const VALUES: unknown[] = [
  null,
  undefined,
  '',
  0,
  1,
  1.5,
  false,
  [],
  {},
  OTHER,
  '0x',
  '12500001',
  ' 12500000',
  'approve(address,uint256)',
  'transfer(address,uint256) ',
  ['12500000', FRIEND],
]

/** Places that say nothing of the call: who the user is, what else there is, and the absence of what is only a check. */
const HARMLESS = [
  'GET /config approvalUrl',
  'GET /config expiresAt',
  'GET /config externalUserId',
  'GET /config factory',
  'GET /config organizationName',
  'GET /tokens/allowed 0.id',
  'GET /tokens/allowed 0.logoUrl',
  'GET /tokens/allowed 1.address',
  'GET /tokens/allowed 1.decimals',
  'GET /tokens/allowed 1.id',
  'GET /tokens/allowed 1.logoUrl',
  'GET /tokens/allowed 1.name',
  'GET /tokens/allowed 1.symbol',
  // An earlier transfer that nobody saw the end of stays unknown.
  'GET /transactions ',
  'GET /wallets 0.createdAtDatetime',
  'GET /wallets 0.externalUserId',
  'GET /wallets 0.externalUserLabel',
  'GET /wallets 0.id',
  'GET /wallets 0.label',
  // Another passkey is asked for, or the signature is found to be of another key and not sent. Another key under the
  // same passkey is refused before the prompt.
  'GET /wallets 0.passkey',
  'GET /wallets 0.passkey.credentialId',
  'GET /wallets/:address/balances address',
  'GET /wallets/:address/balances coins.0.decimals',
  'GET /wallets/:address/balances coins.0.name',
  'GET /wallets/:address/balances coins.0.symbol',
  // The spec's txObject has none; one that is there must agree.
  'POST /tokens/erc20/transfer txObject.data',
]

/** As text: two are equal only if nothing differs. */
function visible(view: unknown): string {
  return JSON.stringify(view, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** Keeps every answer that comes from now on. */
function harvest(harness: ReturnType<typeof createHarness>, answers: Map<string, unknown>): void {
  harness.leaving.controller = new AbortController()
  harness.world.tamper = (line, content) => {
    answers.set(line, content)
    return content
  }
}

function stop(harness: ReturnType<typeof createHarness>): never {
  harness.leaving.controller.abort(new Error('left'))
  throw new Error('left')
}

/** `shown`: what a person reads without opening anything; `means`: what they sign, the time limit to the minute. */
type Outcome = { signed: boolean; shown: string | undefined; means: string | undefined; honest: boolean }
/** It goes on with the clock. */
const TIME_OF_DAY = /until \w+ \d+, \d+, \d+:\d+\s[AP]M/

let screen: ReturnType<typeof openScreen>
beforeAll(() => {
  screen = openScreen()
})
afterAll(() => {
  screen.close()
})

/** One wallet for all mutations of a test: its address is part of what is shown. */
async function createVictim() {
  const harness = createHarness({ fee: FEE })
  await harness.withWallet()

  async function send(line: string, path: Path, value: unknown): Promise<Outcome> {
    harness.leaving.controller = new AbortController()
    harness.authenticator.lastChallenge = undefined
    harness.clock.advance(1000)
    harness.emitted.beforeSign.length = 0
    harness.world.tamper = (asked, content) => (asked === line ? withChange(content, path, value) : content)
    // A person who meets a problem walks away; after the prompt nothing is of interest.
    const leave = () => {
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    }
    const person = sendPerson({
      askTransfer: async ({ draft, problem, fieldProblems }) =>
        problem === undefined && fieldProblems.length === 0
          ? { kind: 'transfer', draft: { ...draft, to: FRIEND, amount: '12.5' } }
          : leave(),
      askConfirm: async ({ problem }) => (problem === undefined ? 'confirm' : leave()),
      askRetry: async () => leave(),
      working: (step) => step === 'execute' && leave(),
    })
    await harness.send(person).catch(() => {})
    harness.forgetSigned()
    const view = person.views('askConfirm')[0]
    const confirmation = view?.confirmation
    const [signing] = harness.emitted.beforeSign
    const challenge = harness.authenticator.lastChallenge
    const signed = challenge !== undefined
    const honest =
      !signed ||
      (`0x${Buffer.from(challenge).toString('hex')}` === confirmation?.digest &&
        confirmation.digest === signing?.digest &&
        visible(confirmation.call) === visible(signing.call))
    const { expiration = 0n, ...call } = confirmation?.call ?? {}
    // The screen shows the time limit as a time of day: to the minute.
    const minutes = Math.round((Number(expiration) - harness.clock.now() / 1000) / 60)
    const shown = view && screen.textOf(view).replace(TIME_OF_DAY, `in ${minutes}`)
    const means = confirmation && visible([call, minutes, confirmation.chainId])
    return { signed, shown, means, honest }
  }
  // This browser has seen the coin before.
  await send('none', [], undefined)
  return { send, harness }
}

describe('send', () => {
  test('behavior: every field of every answer before the signature, with every wrong value, is stopped or seen', async () => {
    const victim = await createVictim()
    const answers = new Map<string, unknown>()
    const honestly = await victim.send('none', [], undefined)
    harvest(victim.harness, answers)
    await victim.harness.send(sendPerson({ askConfirm: async () => stop(victim.harness) })).catch(() => {})
    let mutations = 0
    const unseen = new Set<string>()
    for (const [line, answer] of answers) {
      for (const path of pathsOf(answer)) {
        for (const value of VALUES) {
          mutations += 1
          const { signed, shown, means, honest } = await victim.send(line, path, value)
          const place = `${line.replace(/0x[0-9a-fA-F]{40}/, ':address')} ${path.join('.')}`
          expect(honest, `${place} = ${JSON.stringify(value)}`).toBe(true)
          if (!signed || shown !== honestly.shown) continue
          expect(means, `${place} = ${JSON.stringify(value)}`).toBe(honestly.means)
          unseen.add(place)
        }
      }
    }
    expect(mutations).toBeGreaterThan(700)
    expect([...unseen].toSorted()).toEqual(HARMLESS)
  })

  test('behavior: any other call prepared by the server is refused and never signed', async () => {
    const victim = await createVictim()
    const hexDigit = fc.constantFrom(...'0123456789abcdef'.split(''))
    const anyAddress = fc
      .array(hexDigit, { minLength: 40, maxLength: 40 })
      .map((digits) => `0x${digits.join('')}`)
    const anyAmount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
    await fc.assert(
      fc.asyncProperty(anyAddress, anyAmount, fc.constantFrom(0, 1, 2), async (to, amount, part) => {
        const path = [['toAddress'], ['txObject', 'params', 0], ['txObject', 'params', 1]][part] ?? []
        const value = part === 2 ? amount : to
        fc.pre(value !== '12500000')
        const { signed } = await victim.send('POST /tokens/erc20/transfer', path, value)
        expect(signed).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('error: data that encodes another call than the parameters is refused', async () => {
    const { harness, send } = await createVictim()
    const { signed } = await send('POST /tokens/erc20/transfer', ['txObject', 'data'], '0xa9059cbb')
    expect(signed).toBe(false)
    expect(harness.errors.at(-1)).toMatchObject({ code: 'CALL_MISMATCH', detail: 'data' })
  })

  test('behavior: a digest or challenge that the server offers is ignored', async () => {
    const victim = await createVictim()
    const places = ['GET /config', 'POST /tokens/erc20/transfer', 'GET /wallets']
    for (const line of places) {
      for (const name of ['digest', 'challenge', 'expiration']) {
        const path = line === 'GET /wallets' ? [0, name] : [name]
        const { signed, honest } = await victim.send(line, path, `0x${'11'.repeat(32)}`)
        expect({ signed, honest }).toEqual({ signed: true, honest: true })
      }
    }
  })

  test('behavior: another chain, fee, fee token or fee receiver is on the screen', async () => {
    const victim = await createVictim()
    const honest = (await victim.send('none', [], undefined)).shown
    for (const [path, value] of [
      [['chainId'], CHAIN_ID + 1],
      [['fee', 'amountPerTransaction'], '900000'],
      [['fee', 'tokenAddress'], OTHER],
      [['fee', 'withdrawAddress'], OTHER],
      [['fee'], null],
    ] as const) {
      const { shown, signed } = await victim.send('GET /config', [...path], value)
      expect(signed && shown === honest, path.join('.')).toBe(false)
    }
  })

  test('behavior: what is executed is what was confirmed', async () => {
    const harness = createHarness({ fee: FEE })
    await harness.withWallet()
    const person = sendPerson()
    await harness.send(person)
    const [{ request } = { request: undefined }] = harness.world.executed
    expect(request && digestOf(request)).toBe(person.views('askConfirm')[0]?.confirmation.digest)
  })
})

describe('create', () => {
  async function createThrough(line: string, path: Path, value: unknown) {
    const harness = createHarness()
    harness.world.tamper = (asked, content) => (asked === line ? withChange(content, path, value) : content)
    const leave = () => {
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    }
    const person = createPerson({
      askRetry: async () => leave(),
      askPerson: async ({ draft, problem }) => (problem ? leave() : { ...draft, email: 'mira@example.com' }),
      showFunding: () => leave(),
    })
    let error: unknown
    const wallet = await harness.create(person).catch((thrown: unknown) => void (error = thrown))
    return { wallet, error, harness, person }
  }

  test('error: a predicted address that is not the passkey’s ends the flow before anything is created', async () => {
    const { wallet, error, harness } = await createThrough('POST /wallets/predict', ['address'], OTHER)
    expect(wallet).toBeUndefined()
    expect(error).toMatchObject({ code: 'ADDRESS_MISMATCH' })
    expect(harness.lines()).not.toContain('POST /wallets')
  })

  test('error: another factory gives another address and ends the flow', async () => {
    const { error } = await createThrough('GET /config', ['factory'], OTHER)
    expect(OTHER).not.toBe(FACTORY)
    expect(error).toMatchObject({ code: 'ADDRESS_MISMATCH' })
  })

  test('error: a created wallet at another address is not taken for the person’s', async () => {
    const { wallet, error } = await createThrough('POST /wallets', ['address'], OTHER)
    expect(wallet).toBeUndefined()
    expect(error).toMatchObject({ code: 'ADDRESS_MISMATCH' })
  })

  test('behavior: every field of every answer, with every wrong value: the wallet is at the passkey’s address or there is none', async () => {
    const recorded = new Map<string, unknown>()
    const first = createHarness()
    first.world.tamper = (line, content) => {
      recorded.set(line, content)
      return content
    }
    await first.create()
    let mutations = 0
    for (const [line, answer] of recorded) {
      for (const path of pathsOf(answer)) {
        for (const value of VALUES) {
          mutations += 1
          const { wallet, harness } = await createThrough(line, path, value)
          if (wallet) expect(wallet.address).toBe(harness.world.wallets[0]?.address)
        }
      }
    }
    expect(mutations).toBeGreaterThan(400)
  })
})
