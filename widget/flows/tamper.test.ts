import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { listPaths } from '#widget/testing/mutations.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { FACTORY } from '#widget/testing/server-state.ts'
import { openScreen } from '#widget/testing/shown-text.ts'
import { createJudge, createThrough, lie } from '#widget/testing/victim.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/*
 * A server that lies in one field of one response (docs/threats.md). The widget stops, or the confirmation is visibly different. The signed call is always exactly the displayed one. This file names
 * its lies. tamper-suite.test.ts has every kind of call.
 */

const OTHER = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const PREPARE = 'POST /tokens/erc20/transfer'
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

/** Fields that do not affect the call: data about the user, other objects, and optional data that is only compared. */
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
  // An earlier transfer whose end was not displayed stays unknown.
  'GET /transactions ',
  'GET /wallets 0.createdAtDatetime',
  'GET /wallets 0.externalUserId',
  'GET /wallets 0.externalUserLabel',
  'GET /wallets 0.id',
  'GET /wallets 0.label',
  // If the server names another credential, the widget asks for that passkey, or finds that another key has signed
  // and does not send the signature. If it names another key for the same credential, the widget stops before the
  // prompt.
  'GET /wallets 0.passkey',
  'GET /wallets 0.passkey.credentialId',
  'GET /wallets/:address/balances address',
  'GET /wallets/:address/balances coins.0.decimals',
  'GET /wallets/:address/balances coins.0.name',
  'GET /wallets/:address/balances coins.0.symbol',
  // The lookup's values are null, because nothing is known of the recipient. The specification's `txObject` has no
  // `data`, and a server that sends it must send the same call.
  'POST /addresses/lookup addresses.0.looksLike',
  'POST /addresses/lookup addresses.0.payeeName',
  'POST /tokens/erc20/transfer txObject.data',
]

const screen = openScreen()
afterAll(screen.close)

/** A person's transfer from a wallet that has sent none before. `tell` returns the effect of a lie. */
async function openSend() {
  const victim = await widgetWorld.victim(undefined, false)
  const judge = createJudge(screen, await victim.sign(), true)
  const tell = async (...[line, path, value]: Parameters<typeof lie>) =>
    judge(`${line} ${path.join('.')} = ${JSON.stringify(value)}`, await victim.sign(lie(line, path, value)))
  return { ...victim, tell }
}

describe('send', () => {
  test('behavior: every wrong value in every field of every response before the signature is stopped or visible', async () => {
    const { harvest, tell } = await openSend()
    let mutations = 0
    const unseen = new Set<string>()
    for (const [line, answer] of await harvest()) {
      for (const path of listPaths(answer)) {
        for (const value of VALUES) {
          mutations += 1
          if ((await tell(line, path, value)) === 'harmless')
            unseen.add(`${line.replace(/0x[0-9a-fA-F]{40}/, ':address')} ${path.join('.')}`)
        }
      }
    }
    expect(mutations).toBeGreaterThan(700)
    expect([...unseen].toSorted()).toEqual(HARMLESS)
  })

  test('behavior: any other call prepared by the server is rejected and never signed', async () => {
    const { tell } = await openSend()
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
        expect(await tell(PREPARE, path, value)).toBe('refused')
      }),
      { numRuns: 100 },
    )
  })

  test('error: data that encodes another call than the parameters is rejected', async () => {
    const { world, tell } = await openSend()
    expect(await tell(PREPARE, ['txObject', 'data'], '0xa9059cbb')).toBe('refused')
    expect(world.errors.at(-1)).toMatchObject({ code: 'CALL_MISMATCH', detail: 'data' })
  })

  test('behavior: ignores a digest or challenge from the server', async () => {
    const { tell } = await openSend()
    for (const line of ['GET /config', PREPARE, 'GET /wallets'])
      for (const name of ['digest', 'challenge', 'expiration']) {
        const path = line === 'GET /wallets' ? [0, name] : [name]
        expect(await tell(line, path, `0x${'11'.repeat(32)}`)).toBe('harmless')
      }
  })

  test('behavior: another chain, fee, fee token or fee receiver is on the screen', async () => {
    const { tell } = await openSend()
    for (const [path, value] of [
      [['chainId'], CHAIN_ID + 1],
      [['fee', 'amountPerTransaction'], '900000'],
      [['fee', 'tokenAddress'], OTHER],
      [['fee', 'withdrawAddress'], OTHER],
      [['fee'], null],
    ] as const)
      expect(await tell('GET /config', [...path], value), path.join('.')).not.toBe('harmless')
  })
})

test.each([
  ['a predicted address that is not the passkey’s', 'POST /wallets/predict', 'address'],
  ['another factory, which gives another address,', 'GET /config', 'factory'],
])('error: %s ends the flow before anything is created', async (_name, line, member) => {
  expect(OTHER).not.toBe(FACTORY)
  const { wallet, error, world } = await createThrough(lie(line, [member], OTHER))
  expect(wallet).toBeUndefined()
  expect(error).toMatchObject({ code: 'ADDRESS_MISMATCH' })
  expect(world.lines()).not.toContain('POST /wallets')
})

test('error: a created wallet at another address is not accepted as the person’s', async () => {
  const { wallet, error } = await createThrough(lie('POST /wallets', ['address'], OTHER))
  expect(wallet).toBeUndefined()
  expect(error).toMatchObject({ code: 'ADDRESS_MISMATCH' })
})
