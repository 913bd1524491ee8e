import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHarness } from '#widget/testing/create-harness.ts'
import { createPerson, FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { CHAIN_ID, COIN, digestOf, FACTORY, FEE_RECEIVER } from '#widget/testing/stand-in-server.ts'

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
  -1,
  1.5,
  true,
  false,
  [],
  {},
  OTHER,
  '0x',
  '1',
  '12500001',
  '0x10',
  ' 12500000',
  '115792089237316195423570985008687907853269984665640564039457584007913129639936',
  'approve(address,uint256)',
  'transfer(address,uint256) ',
  'transfer(uint256,address)',
  'transfer',
  '0xa9059cbb',
  { toString: 'x' },
  ['12500000', FRIEND],
]

/** Places that say nothing of the call: who the user is, what else there is, and the absence of what is only a check. */
const HARMLESS = ['none']

type Path = (string | number)[]

/** Every place in an answer, the whole included. */
function pathsOf(content: unknown, at: Path = []): Path[] {
  if (typeof content !== 'object' || content === null) return [at]
  const inner = Object.entries(content).flatMap(([name, value]) =>
    pathsOf(value, [...at, Array.isArray(content) ? Number(name) : name]),
  )
  return [at, ...inner]
}

function withChange(content: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(content)) {
    return content.map((item, index) => (index === name ? withChange(item, rest, value) : item))
  }
  const members = Object(content) as Record<string, unknown>
  return { ...members, [name]: withChange(members[String(name)], rest, value) }
}

/** What a person sees on the confirm screen, as text: two are equal only if nothing visible differs. */
function visible(view: unknown): string {
  return JSON.stringify(view, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}

/** The answers of one undisturbed flow, by request. */
async function answersOf(run: (harness: ReturnType<typeof createHarness>) => Promise<unknown>) {
  const harness = createHarness({ fee: FEE })
  const answers = new Map<string, unknown>()
  await harness.withWallet()
  harness.world.tamper = (line, content) => {
    answers.set(line, content)
    return content
  }
  await run(harness)
  return answers
}

type Outcome = { signed: boolean; shown: string | undefined; honest: boolean }

async function sendThrough(line: string, path: Path, value: unknown): Promise<Outcome> {
  const harness = createHarness({ fee: FEE })
  await harness.withWallet()
  harness.world.tamper = (asked, content) => (asked === line ? withChange(content, path, value) : content)
  // A person who meets the same step again, or a problem, walks away.
  const leave = () => {
    harness.controller.abort(new Error('left'))
    throw new Error('left')
  }
  const person = sendPerson({
    askTransfer: async ({ draft, problem, fieldProblems }) =>
      problem === undefined && fieldProblems.length === 0
        ? { kind: 'transfer', draft: { ...draft, to: FRIEND, amount: '12.5' } }
        : leave(),
    askConfirm: async ({ problem }) => (problem === undefined ? 'confirm' : leave()),
    askRetry: async () => leave(),
  })
  await harness.send(person).catch(() => {})
  const [confirmed] = person.views('askConfirm')
  const [signing] = harness.told.beforeSign
  const challenge = `0x${Buffer.from(harness.authenticator.lastChallenge ?? []).toString('hex')}`
  const signed = harness.authenticator.lastChallenge !== undefined
  const honest =
    !signed ||
    (challenge === confirmed?.confirmation.digest &&
      challenge === signing?.digest &&
      visible(confirmed.confirmation.call) === visible(signing.call))
  const { expiration: _time, ...call } = confirmed?.confirmation.call ?? {}
  const shown = confirmed && visible([call, confirmed.confirmation.description, confirmed.confirmation.chainId])
  return { signed, shown, honest }
}

describe('send', () => {
  test('behavior: every field of every answer before the signature, with every wrong value, is stopped or seen', async () => {
    const answers = await answersOf((harness) => harness.send())
    const honestShown = (await sendThrough('none', [], undefined)).shown
    const before = ['GET /config', 'GET /wallets', 'GET /tokens/allowed', 'POST /tokens/erc20/transfer']
    const balances = [...answers.keys()].filter((line) => line.endsWith('/balances'))
    let mutations = 0
    const unseen: string[] = []
    for (const line of [...before, ...balances]) {
      for (const path of pathsOf(answers.get(line))) {
        for (const value of VALUES) {
          mutations += 1
          const { signed, shown, honest } = await sendThrough(line, path, value)
          expect(honest, `${line} ${path.join('.')} = ${JSON.stringify(value)}`).toBe(true)
          if (signed && shown === honestShown) unseen.push(`${line} ${path.join('.')}`)
        }
      }
    }
    expect(mutations).toBeGreaterThan(1_000)
    expect([...new Set(unseen)].filter((place) => !HARMLESS.some((known) => place.startsWith(known)))).toEqual([])
  }, 120_000)

  test('behavior: any other call prepared by the server is refused as CALL_MISMATCH and never signed', async () => {
    const hexDigit = fc.constantFrom(...'0123456789abcdef')
    const anyAddress = fc.array(hexDigit, { minLength: 40, maxLength: 40 }).map((digits) => `0x${digits.join('')}`)
    const anyAmount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
    await fc.assert(
      fc.asyncProperty(anyAddress, anyAmount, fc.constantFrom(0, 1, 2), async (to, amount, part) => {
        const path = [['toAddress'], ['txObject', 'params', 0], ['txObject', 'params', 1]][part] ?? []
        const value = part === 2 ? amount : to
        fc.pre(value !== '12500000')
        const { signed } = await sendThrough('POST /tokens/erc20/transfer', path, value)
        expect(signed).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('error: data that encodes another call than the parameters is refused', async () => {
    const { signed } = await sendThrough('POST /tokens/erc20/transfer', ['txObject', 'data'], '0xa9059cbb')
    expect(signed).toBe(false)
  })

  test('behavior: a digest or challenge that the server offers is ignored', async () => {
    const places = ['GET /config', 'POST /tokens/erc20/transfer', 'GET /wallets']
    for (const line of places) {
      for (const name of ['digest', 'challenge', 'expiration']) {
        const path = line === 'GET /wallets' ? [0, name] : [name]
        const { signed, honest } = await sendThrough(line, path, `0x${'11'.repeat(32)}`)
        expect({ signed, honest }).toEqual({ signed: true, honest: true })
      }
    }
  })

  test('behavior: another chain, fee, fee token or fee receiver is on the screen', async () => {
    const honest = (await sendThrough('none', [], undefined)).shown
    for (const [path, value] of [
      [['chainId'], CHAIN_ID + 1],
      [['fee', 'amountPerTransaction'], '900000'],
      [['fee', 'tokenAddress'], OTHER],
      [['fee', 'withdrawAddress'], OTHER],
      [['fee'], null],
    ] as const) {
      const { shown, signed } = await sendThrough('GET /config', [...path], value)
      if (signed) expect(shown, path.join('.')).not.toBe(honest)
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
      harness.controller.abort(new Error('left'))
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
    expect(mutations).toBeGreaterThan(500)
  }, 120_000)
})
