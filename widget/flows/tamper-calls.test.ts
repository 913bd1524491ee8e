import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { depth, sample } from '#protocol/testing/tier.ts'
import { createHarness } from '#widget/testing/create-harness.ts'
import { pathsOf, withChange, type Path } from '#widget/testing/mutations.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { digestOf } from '#widget/testing/judge-execution.ts'
import { COIN, COLLECTION, FEE_RECEIVER } from '#widget/testing/stand-in-server.ts'

/*
 * A server that lies in one field of one answer while a page's call is signed (notes/security.md, threats 6 to 8):
 * for every kind of call the widget stops, or what the person confirms is visibly different. What is signed is always
 * exactly what the page asked for.
 */

const FEE = { tokenAddress: COIN, amountPerTransaction: '500000', withdrawAddress: FEE_RECEIVER }
const OTHER = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const ITEMS = FEE_RECEIVER
const VALUES: unknown[] = [
  null,
  undefined,
  '',
  0,
  false,
  [],
  {},
  OTHER,
  '0x',
  '12500001',
  'true',
  'approve(address,uint256)',
  '["2","1"]',
  ['12500000', FRIEND],
]

/** For the answers that are the same for every kind; tamper.test.ts has them all. */
const FEW_VALUES: unknown[] = [null, OTHER]
const isPrepared = (line: string) => line.startsWith('POST /tokens/') && line !== 'POST /tokens/resolve'

const KINDS: [name: string, call: WidgetCall][] = [
  ['coins', { kind: 'erc20-transfer', token: COIN, to: FRIEND, amount: '12500000' }],
  ['an allowance', { kind: 'erc20-approve', token: COIN, spender: FRIEND, amount: '12500000' }],
  ['a withdrawn allowance', { kind: 'erc20-approve', token: COIN, spender: FRIEND, amount: '0' }],
  ['an item', { kind: 'erc721-transfer', token: COLLECTION, to: FRIEND, tokenId: '7' }],
  ['a permission over an item', { kind: 'erc721-approve', token: COLLECTION, spender: FRIEND, tokenId: '7' }],
  [
    'a cleared permission',
    { kind: 'erc721-approve', token: COLLECTION, spender: ZERO_ADDRESS, tokenId: '7' },
  ],
  ['an operator', { kind: 'set-approval-for-all', token: COLLECTION, operator: FRIEND, approved: true }],
  ['a revoked operator', { kind: 'set-approval-for-all', token: ITEMS, operator: FRIEND, approved: false }],
  ['units of an item', { kind: 'erc1155-transfer', token: ITEMS, to: FRIEND, tokenId: '7', amount: '3' }],
  [
    'a batch',
    { kind: 'erc1155-batch-transfer', token: ITEMS, to: FRIEND, tokenIds: ['1', '2'], amounts: ['3', '4'] },
  ],
]

const HOLDINGS = {
  collectibles: [{ tokenAddress: COLLECTION, name: 'Art', symbol: 'ART', tokenId: '7' }],
  multiTokens: [{ tokenAddress: ITEMS, name: 'Items', symbol: 'ITEM', tokenId: '7', amount: '9' }],
}

/** One wallet for all mutations of a test. */
async function createVictim(call: WidgetCall) {
  const harness = createHarness({
    fee: FEE,
    holdings: HOLDINGS,
    operations: ['create', 'transfer', 'approve', 'execute'],
  })
  await harness.withWallet()

  async function sign(line: string, path: Path, value: unknown) {
    harness.leaving.controller = new AbortController()
    harness.authenticator.lastChallenge = undefined
    harness.clock.advance(1000)
    harness.emitted.beforeSign.length = 0
    harness.world.tamper = (asked, content) => (asked === line ? withChange(content, path, value) : content)
    const leave = () => {
      harness.leaving.controller.abort(new Error('left'))
      throw new Error('left')
    }
    const person = sendPerson({
      askConfirm: async ({ problem }) => (problem === undefined ? 'confirm' : leave()),
      askRetry: async () => leave(),
      working: (step) => step === 'execute' && leave(),
    })
    await harness.sign(call, person).catch(() => {})
    harness.forgetSigned()
    const confirmation = person.views('askConfirm')[0]?.confirmation
    const challenge = harness.authenticator.lastChallenge
    return { confirmation, signed: challenge && `0x${Buffer.from(challenge).toString('hex')}` }
  }
  return { sign, harness }
}

describe.each(KINDS)('%s', (_name, call) => {
  test('behavior: every field of every answer, with every wrong value: refused, or signed exactly as the page asked and the screen said', async () => {
    const victim = await createVictim(call)
    const answers = new Map<string, unknown>()
    const { world } = victim.harness
    const first = await victim.sign('none', [], undefined)
    const honest = first.confirmation
    expect(honest && first.signed === honest.digest).toBe(true)
    world.tamper = (line, content) => {
      answers.set(line, content)
      return content
    }
    victim.harness.leaving.controller = new AbortController()
    await victim.harness
      .sign(call, sendPerson({ askConfirm: () => Promise.reject(new Error('left')) }))
      .catch(() => {})
    let mutations = 0
    let turn = 0
    for (const [line, answer] of answers) {
      for (const path of pathsOf(answer)) {
        const values = isPrepared(line) ? VALUES : FEW_VALUES
        for (const value of sample(values, 2, (turn += 1))) {
          // Some of these values are what an honest server says.
          if (JSON.stringify(withChange(answer, path, value)) === JSON.stringify(answer)) continue
          mutations += 1
          const { confirmation, signed } = await victim.sign(line, path, value)
          const place = `${line} ${path.join('.')} = ${JSON.stringify(value)}`
          if (signed === undefined) continue
          expect(signed, place).toBe(confirmation?.digest)
          expect(confirmation?.call.data, place).toBe(honest?.call.data)
          expect(confirmation?.call.toAddress, place).toBe(honest?.call.toAddress)
          // What the server prepares is compared part by part; data that is not there is only a check less.
          if (isPrepared(line)) expect(path, place).toEqual(['txObject', 'data'])
        }
      }
    }
    expect(mutations).toBeGreaterThan(depth({ usual: 75, full: 150 }))
  })

  test('behavior: what is executed is what was confirmed, by its bytes', async () => {
    const { harness } = await createVictim(call)
    const person = sendPerson()
    await harness.sign(call, person)
    const [{ request } = { request: undefined }] = harness.world.executed
    const confirmation = person.views('askConfirm')[0]?.confirmation
    expect(request && digestOf(request)).toBe(confirmation?.digest)
    expect(request).toMatchObject({ data: confirmation?.call.data })
  })
})
