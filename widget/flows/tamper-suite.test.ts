import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { depth } from '#protocol/testing/tier.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { computeDigest } from '#widget/testing/judge-execution.ts'
import { listMutants, listPaths, valueAt, withChange } from '#widget/testing/mutations.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION, FEE, FEE_RECEIVER, type ServerState } from '#widget/testing/server-state.ts'
import { openScreen } from '#widget/testing/shown-text.ts'
import {
  COINS,
  createJudge,
  createThrough,
  recordResponses,
  lie,
  type Verdict,
} from '#widget/testing/victim.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/*
 * A server, or a proxy in front of it, that lies in one place of one response (docs/threats.md). Each lie must be rejected, be visibly different on the rendered confirm screen, or change neither
 * the signed call nor its display. The signature is always over the digest of the displayed call, and always
 * for the call that the page or the person requested.
 */

const ITEMS = FEE_RECEIVER
const GAME = '0x610178dA211FEF7D417bC0e6FeD39F05609AD788'
const APPROVE: SingleCall = { kind: 'erc20-approve', token: COIN, spender: FRIEND, amount: '12500000' }
const UNREAD: SingleCall = { kind: 'raw', to: GAME, data: encodeCall('play(uint256)', ['7']) }
const ITEM: SingleCall = { kind: 'erc721-transfer', token: COLLECTION, to: FRIEND, tokenId: '7' }
const PERMIT: SingleCall = { kind: 'erc721-approve', token: COLLECTION, spender: FRIEND, tokenId: '7' }

/** The signed calls. The first one is typed into the form by a person. */
const KINDS: [name: string, call: WidgetCall | undefined][] = [
  ['coins that a person sends', undefined],
  ['coins', COINS],
  ['an allowance', APPROVE],
  ['a withdrawn allowance', { ...APPROVE, amount: '0' }],
  ['an item', ITEM],
  ['a permission over an item', PERMIT],
  ['a cleared permission', { ...PERMIT, spender: ZERO_ADDRESS }],
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

/** Share of the lies that each kind of call tests, in responses that all kinds get: one in n. */
const SHARES = depth({ usual: 35, full: 7 })
/** The same share for responses that only one kind of call gets. */
const OWN_SHARES = depth({ usual: 5, full: 1 })
/** The same share for responses about a new wallet. */
const NEW_SHARES = depth({ usual: 2, full: 1 })
const LIES_MIN = depth({ usual: 1_850, full: 8_000 })
const VERDICTS_MIN = depth({ usual: 10, full: 50 })
/** Maximum requests of a flow. A flow without lies sends fewer. */
const ASKED_MAX = 20

const verdicts: Record<Verdict, number> = { refused: 0, visible: 0, harmless: 0 }
const screen = openScreen()
afterAll(screen.close)

/** The lies to test now: one in `shares(line)` of all lies about a response, counted from `counter`. */
function* liesAbout(answers: Map<string, unknown>, shares: (line: string) => number, counter = 0) {
  for (const [line, answer] of answers)
    for (const path of listPaths(answer))
      for (const mutant of listMutants(valueAt(answer, path))) {
        counter += 1
        const place = `${line} ${path.join('.')} = ${JSON.stringify(mutant)}`
        if (counter % shares(line) === 0) yield { line, answer, path, mutant, place }
      }
}

const isPrepared = (line: string) => line.startsWith('POST /tokens/') && line !== 'POST /tokens/resolve'
const preparedSchema = z.object({
  toAddress: z.unknown(),
  txObject: z.object({ functionSignature: z.unknown(), params: z.unknown() }),
})
/**
 * The parts of a prepared call that the widget compares, in lower case, because the case of addresses does not
 * matter. Missing data only removes one check.
 */
const partsOf = (answer: unknown) => JSON.stringify(preparedSchema.safeParse(answer).data).toLowerCase()

describe.each(KINDS)('%s', (_name, call) => {
  test('behavior: no lie in a response is signed without being shown, and none about the page’s request is signed', async () => {
    const victim = await widgetWorld.victim(call)
    const answers = await victim.harvest()
    expect([...answers.keys()].some((line) => line.startsWith('GET /transactions'))).toBe(true)
    const honest = await victim.sign()
    expect(honest.signed).toBeDefined()
    const judge = createJudge(screen, honest, call === undefined)
    const kind = KINDS.findIndex(([, other]) => other === call)
    const shares = (line: string) => (isPrepared(line) ? OWN_SHARES : SHARES)
    for (const { line, answer, path, mutant, place } of liesAbout(answers, shares, kind)) {
      const verdict = judge(place, await victim.sign(lie(line, path, mutant)))
      if (isPrepared(line) && verdict !== 'refused')
        expect(partsOf(withChange(answer, path, mutant)), place).toBe(partsOf(answer))
      verdicts[verdict] += 1
    }
  })

  test('behavior: the executed call is the confirmed one, by its bytes', async () => {
    const { world } = await widgetWorld.victim(call)
    world.server.tamper = (_line, content) => content
    const person = sendPerson()
    await (call === undefined ? world.send(person) : world.sign(call, person))
    const { request } = world.server.executed.at(-1) ?? {}
    const confirmation = person.views('askConfirm')[0]?.confirmation
    expect(request && computeDigest(request)).toBe(confirmation?.digest)
    // A person's transfer is submitted by its function, and its bytes are those of the digest.
    if (call !== undefined) expect(request).toMatchObject({ data: confirmation?.call.data })
  })
})

test('behavior: with any lie in any response, a new wallet is at the passkey’s address, or is not created', async () => {
  const answers = new Map<string, unknown>()
  const first = widgetWorld.flows()
  first.server.tamper = recordResponses(answers)
  await first.create()
  for (const { line, path, mutant, place } of liesAbout(answers, () => NEW_SHARES)) {
    const { wallet, world } = await createThrough(lie(line, path, mutant))
    if (wallet) expect(wallet.address, place).toBe(world.server.wallets[0]?.address)
    verdicts[wallet ? 'harmless' : 'refused'] += 1
  }
})

test('behavior: no lie after the signature causes another one, or reports another call to the page', async () => {
  const world = await widgetWorld.wallet({ fee: FEE })
  const stored = [...world.stored]
  const sign = async (tamper: ServerState['tamper']) => {
    world.stored.clear()
    for (const [key, value] of stored) world.stored.set(key, value)
    world.clock.advance(1000)
    world.comeBack()
    world.emitted.executed.length = 0
    world.authenticator.prompts.get = 0
    // The widget polls a server that never reports an end.
    let asked = 0
    world.server.tamper = (line, content) =>
      (asked += 1) > ASKED_MAX ? world.leave() : tamper(line, content)
    let confirmations = 0
    const person = sendPerson({
      askConfirm: async () => (confirmations++ === 0 ? 'confirm' : world.leave()),
      askRetry: async () => world.leave(),
      showProgress: ({ lost }) => lost && world.leave(),
    })
    await world.sign(COINS, person).catch(() => {})
    return person.views('askConfirm')[0]?.confirmation.digest
  }
  const answers = new Map<string, unknown>()
  await sign(
    recordResponses(answers, (line) => line.endsWith('/execute') || line.startsWith('GET /transactions')),
  )
  expect(answers.size).toBeGreaterThan(1)
  for (const { line, path, mutant, place } of liesAbout(answers, () => SHARES)) {
    const shown = await sign(lie(line, path, mutant))
    expect(world.authenticator.prompts.get, place).toBeLessThanOrEqual(1)
    for (const { digest } of world.emitted.executed) expect(digest, place).toBe(shown)
    verdicts[world.emitted.executed.length === 0 ? 'refused' : 'harmless'] += 1
  }
})

test(`behavior: there were more than ${LIES_MIN} lies, and every verdict occurred often`, () => {
  const { refused, visible, harmless } = verdicts
  expect(refused + visible + harmless).toBeGreaterThan(LIES_MIN)
  for (const count of [refused, visible, harmless]) expect(count).toBeGreaterThan(VERDICTS_MIN)
})
