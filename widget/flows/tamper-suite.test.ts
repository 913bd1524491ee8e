import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { depth } from '#protocol/testing/tier.ts'
import { createHarness } from '#widget/testing/create-harness.ts'
import { mutantsOf, pathsOf, valueAt, withChange, type Path } from '#widget/testing/mutations.ts'
import { createPerson, FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { openScreen } from '#widget/testing/shown-text.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { COIN, COLLECTION, FEE_RECEIVER } from '#widget/testing/stand-in-server.ts'
import type { Confirmation, SendScreens } from './send-screens.ts'

/*
 * A server, or a proxy before it, that lies in one place of one answer (notes/security.md, threats 6 to 8). Each lie
 * must be refused, be visibly different on the drawn confirm screen, or change neither what is signed nor what is
 * read. What is signed is always the digest of what was shown, and always the call that the page or the person
 * asked for.
 */

const FEE = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: FEE_RECEIVER }
const ITEMS = FEE_RECEIVER
const GAME = '0x610178dA211FEF7D417bC0e6FeD39F05609AD788'
const COINS: SingleCall = { kind: 'erc20-transfer', token: COIN, to: FRIEND, amount: '12500000' }
const APPROVE: SingleCall = { kind: 'erc20-approve', token: COIN, spender: FRIEND, amount: '12500000' }
const UNREAD: SingleCall = { kind: 'raw', to: GAME, data: encodeCall('play(uint256)', ['7']) }
const ITEM: SingleCall = { kind: 'erc721-transfer', token: COLLECTION, to: FRIEND, tokenId: '7' }

/** What is signed; the first one is what a person types into the form. */
const KINDS: [name: string, call: WidgetCall | undefined][] = [
  ['coins that a person sends', undefined],
  ['coins', COINS],
  ['an allowance', APPROVE],
  ['an item', ITEM],
  ['a permission over an item', { kind: 'erc721-approve', token: COLLECTION, spender: FRIEND, tokenId: '7' }],
  ['an operator', { kind: 'set-approval-for-all', token: COLLECTION, operator: FRIEND, approved: true }],
  ['a revoked operator', { kind: 'set-approval-for-all', token: ITEMS, operator: FRIEND, approved: false }],
  ['units of an item', { kind: 'erc1155-transfer', token: ITEMS, to: FRIEND, tokenId: '7', amount: '3' }],
  [
    'a batch of items',
    { kind: 'erc1155-batch-transfer', token: ITEMS, to: FRIEND, tokenIds: ['1', '2'], amounts: ['3', '4'] },
  ],
  [
    'bytes that can be read',
    { kind: 'raw', to: COIN, data: encodeCall('approve(address,uint256)', [FRIEND, '5']) },
  ],
  ['bytes that nobody can read', UNREAD],
  ['bytes with the chain’s own coin', { ...UNREAD, value: '5' }],
  ['several calls', { kind: 'batch', calls: [COINS, APPROVE, ITEM, UNREAD] }],
]

const HOLDINGS = {
  collectibles: [{ tokenAddress: COLLECTION, name: 'Art', symbol: 'ART', tokenId: '7' }],
  multiTokens: [{ tokenAddress: ITEMS, name: 'Items', symbol: 'ITEM', tokenId: '7', amount: '9' }],
}
/** Of the answers that are the same for every kind, each kind takes its share. */
const SHARES = depth({ usual: 49, full: 7 })
/** Of the answers that were prepared for it, and of those about a new wallet, one in so many. */
const OWN_SHARES = depth({ usual: 7, full: 1 })
const LIES_MIN = depth({ usual: 700, full: 5_000 })
const VERDICTS_MIN = depth({ usual: 10, full: 50 })
/** A flow without lies asks less often. */
const ASKED_MAX = 20

type View = Parameters<SendScreens['askConfirm']>[0]
type Outcome = { view: View | undefined; signed: string | undefined }
type Verdict = 'refused' | 'visible' | 'harmless'

const verdicts: Record<Verdict, number> = { refused: 0, visible: 0, harmless: 0 }
let screen: ReturnType<typeof openScreen>
beforeAll(() => {
  screen = openScreen()
})
afterAll(() => {
  screen.close()
})

/** One wallet, with a history, for all lies about one kind of call. */
async function createVictim(call: WidgetCall | undefined) {
  const harness = createHarness({
    fee: FEE,
    holdings: HOLDINGS,
    operations: ['create', 'transfer', 'approve', 'execute'],
  })
  await harness.withWallet()
  await harness.sign({ ...COINS, amount: '1' })
  const stored = [...harness.stored]

  async function sign(tamper: (line: string, content: unknown) => unknown): Promise<Outcome> {
    harness.leaving.controller = new AbortController()
    harness.authenticator.lastChallenge = undefined
    // The same moment and memory each time, so that nothing differs but the lie.
    harness.stored.clear()
    for (const [key, value] of stored) harness.stored.set(key, value)
    harness.emitted.beforeSign.length = 0
    harness.world.tamper = tamper
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
    })
    // What was asked of the passkey is known then; nothing of interest comes after it.
    harness.authenticator.failNext(new Error('asked'))
    await (call === undefined ? harness.send(person) : harness.sign(call, person)).catch(() => {})
    const view = person.views('askConfirm')[0]
    const challenge = harness.authenticator.lastChallenge
    return { view, signed: challenge && `0x${Buffer.from(challenge).toString('hex')}` }
  }

  /** Every answer that the flow asks for before the signature. */
  async function harvest(): Promise<Map<string, unknown>> {
    const answers = new Map<string, unknown>()
    await sign((line, content) => {
      answers.set(line, content)
      return content
    })
    return answers
  }
  return { sign, harvest, harness }
}

/** All that a screen is drawn from, and all that is signed. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  )
}

/** The time limit is on the screen to the minute. */
const essence = ({ call, chainId }: Confirmation) => plain([chainId, { ...call, expiration: 0n }])

/** The honest screen, which many others are compared with, is drawn once. */
const drawn = new WeakMap<View, string>()
function textOf(view: View): string {
  const text = drawn.get(view) ?? screen.textOf(view)
  drawn.set(view, text)
  return text
}

function fail(place: string): never {
  throw new Error(`signed and not shown: ${place}`)
}

/** Fails for what is signed and was not shown. */
function judge(place: string, outcome: Outcome, honest: Outcome, isTyped: boolean): Verdict {
  const { signed, view } = outcome
  if (signed === undefined) return 'refused'
  if (view === undefined || honest.view === undefined) throw new Error(`signed and never shown: ${place}`)
  const { confirmation } = view
  const { call } = honest.view.confirmation
  if (plain(view) === plain(honest.view)) return signed === honest.signed ? 'harmless' : fail(place)
  expect(signed, place).toBe(confirmation.digest)
  expect(signed, place).toBe(executeDigest(confirmation.chainId, confirmation.call))
  expect(confirmation.chainId, place).toBe(CHAIN_ID)
  const isSame = screen.textOf(view) === textOf(honest.view)
  // What a person typed is worth what this browser has seen: no lie makes other bytes of it.
  if (isTyped && !isSame) {
    expect(confirmation.call.data, place).toBe(call.data)
    return 'visible'
  }
  expect([confirmation.call.data, confirmation.call.value], place).toEqual([call.data, call.value])
  expect(confirmation.call.walletAddress, place).toBe(call.walletAddress)
  expect(confirmation.call.toAddress, place).toBe(call.toAddress)
  if (!isSame) return 'visible'
  expect(essence(confirmation), `signed and not shown: ${place}`).toBe(essence(honest.view.confirmation))
  return 'harmless'
}

describe.each(KINDS)('%s', (_name, call) => {
  test('behavior: no lie in any answer is signed and not shown', async () => {
    const victim = await createVictim(call)
    const kind = KINDS.findIndex(([, other]) => other === call)
    const answers = await victim.harvest()
    expect([...answers.keys()].some((line) => line.startsWith('GET /transactions'))).toBe(true)
    const honest = await victim.sign((_line, content) => content)
    expect(honest.signed).toBeDefined()
    let counter = kind
    for (const [line, answer] of answers) {
      const isPrepared = line.startsWith('POST /tokens/') && line !== 'POST /tokens/resolve'
      for (const path of pathsOf(answer)) {
        for (const mutant of mutantsOf(valueAt(answer, path))) {
          counter += 1
          if (counter % (isPrepared ? OWN_SHARES : SHARES) !== 0) continue
          const lie = (asked: string, content: unknown) =>
            asked === line ? withChange(content, path, mutant) : content
          const outcome = await victim.sign(lie)
          const place = `${line} ${path.join('.')} = ${JSON.stringify(mutant)}`
          verdicts[judge(place, outcome, honest, call === undefined)] += 1
        }
      }
    }
  }, 300_000)
})

describe('a new wallet', () => {
  test('behavior: with any lie in any answer it is at the passkey’s address, or there is none', async () => {
    const answers = new Map<string, unknown>()
    const first = createHarness()
    first.world.tamper = (line, content) => {
      answers.set(line, content)
      return content
    }
    await first.create()
    let counter = 0
    for (const [line, answer] of answers) {
      for (const path of pathsOf(answer)) {
        for (const mutant of mutantsOf(valueAt(answer, path))) {
          counter += 1
          if (counter % OWN_SHARES !== 0) continue
          const place = `${line} ${path.join('.')} = ${JSON.stringify(mutant)}`
          verdicts[await createThrough(line, path, mutant, place)] += 1
        }
      }
    }
  }, 300_000)

  async function createThrough(line: string, path: Path, mutant: unknown, place: string): Promise<Verdict> {
    const harness = createHarness()
    harness.world.tamper = (asked, content) => (asked === line ? withChange(content, path, mutant) : content)
    const leave = () => {
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    }
    const person = createPerson({
      askRetry: async () => leave(),
      askPerson: async ({ draft, problem }) => (problem ? leave() : { ...draft, email: 'mira@example.com' }),
      askCode: async ({ problem }) => (problem ? leave() : { kind: 'code', code: '123456' }),
      showFunding: () => leave(),
    })
    const wallet = await harness.create(person).catch(() => undefined)
    if (wallet === undefined) return 'refused'
    expect(wallet.address, place).toBe(harness.world.wallets[0]?.address)
    return 'harmless'
  }
})

test('behavior: no lie after the signature asks for another one, or tells the page of another call', async () => {
  const harness = createHarness({ fee: FEE })
  await harness.withWallet()
  const answers = new Map<string, unknown>()
  const after = (line: string) => line.endsWith('/execute') || line.startsWith('GET /transactions')
  const stored = [...harness.stored]
  const sign = async (tamper: (line: string, content: unknown) => unknown) => {
    harness.stored.clear()
    for (const [key, value] of stored) harness.stored.set(key, value)
    harness.clock.advance(1000)
    harness.leaving.controller = new AbortController()
    harness.emitted.executed.length = 0
    harness.authenticator.prompts.get = 0
    const leave = () => {
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    }
    // A server that never tells an end is asked again and again.
    let asked = 0
    harness.world.tamper = (line, content) => ((asked += 1) > ASKED_MAX ? leave() : tamper(line, content))
    let confirmations = 0
    const person = sendPerson({
      askConfirm: async () => (confirmations++ === 0 ? 'confirm' : leave()),
      askRetry: async () => leave(),
      showProgress: ({ lost }) => lost && leave(),
    })
    await harness.sign(COINS, person).catch(() => {})
    return person.views('askConfirm')[0]?.confirmation.digest
  }
  await sign((line, content) => {
    if (after(line)) answers.set(line, content)
    return content
  })
  expect(answers.size).toBeGreaterThan(1)
  let counter = 0
  for (const [line, answer] of answers) {
    for (const path of pathsOf(answer)) {
      for (const mutant of mutantsOf(valueAt(answer, path))) {
        counter += 1
        if (counter % SHARES !== 0) continue
        const place = `${line} ${path.join('.')} = ${JSON.stringify(mutant)}`
        const shown = await sign((asked, content) =>
          asked === line ? withChange(content, path, mutant) : content,
        )
        expect(harness.authenticator.prompts.get, place).toBeLessThanOrEqual(1)
        for (const { digest } of harness.emitted.executed) expect(digest, place).toBe(shown)
        verdicts[harness.emitted.executed.length === 0 ? 'refused' : 'harmless'] += 1
      }
    }
  }
}, 300_000)

test(`behavior: there were more than ${LIES_MIN} lies, and every verdict was given often`, () => {
  const { refused, visible, harmless } = verdicts
  expect(refused + visible + harmless).toBeGreaterThan(LIES_MIN)
  for (const count of [refused, visible, harmless]) expect(count).toBeGreaterThan(VERDICTS_MIN)
})
