import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { readWay, WAYS_OUT, type AmountPolicy, type Counts } from '#protocol/effects/ways-out.ts'
import type { PolicyRule } from '#protocol/policies.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { WAYS_OF_CALLS } from '#protocol/testing/ways-of-calls.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { compileOddTokens } from '#service/testing/odd-tokens.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { UNITS, type Example } from '#service/testing/take-way-out.ts'
import { waysOutExamples } from '#service/testing/ways-out-examples.ts'
import { storedRule } from './list-policies.ts'

/**
 * The tests take every way out of a wallet on the running service, under every kind of policy. Calls that
 * pass reach the relayer, which is switched off, because the tests are about the policies and not the chain.
 */
const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet()
const { erc20, erc721 } = world.chain.tokens
const increasingCoin = await compileOddTokens(world.chain)('IncreasingCoin')
const examples = waysOutExamples({ world, wallet }, increasingCoin)

/** An address and a token that appear in no example. */
const UNRELATED = checksumAddress('0x00000000000000000000000000000000000c0ffe')
const MAX = 2n ** 256n - 1n

beforeAll(async () => {
  const body = { standard: 'erc20', name: 'Demo', symbol: 'DEMO' }
  const listed = await world.call('PUT', `/v1/org/tokens/${erc20}`, { body })
  if (listed.status !== 200) throw new Error(listed.text)
  const down = apiError('UNAVAILABLE', 'the relay is out of order')
  vi.spyOn(world.ctx.relay, 'submit').mockRejectedValue(down)
})
afterEach(async () => {
  await world.ctx.db.deleteFrom('policies').execute()
})

type Probe = { rule: PolicyRule; isRefused: boolean }

/** Returns rules with amounts around the count of an example, and whether each rule refuses the example. */
function probeAmount(kind: AmountPolicy, count: Counts[AmountPolicy], { token }: Example): Probe[] {
  const probe = (tokenAddress: Address, units: bigint, isRefused: boolean): Probe => {
    const limit = { tokenAddress, amount: String(units) }
    const approvers = [{ email: 'not-enrolled@example.com' }]
    return { isRefused, rule: kind === 'approval' ? { kind, ...limit, approvers } : { kind, ...limit } }
  }
  switch (count) {
    case 'units':
    case 'parts':
      return [probe(token, UNITS - 1n, true), probe(token, UNITS, false), probe(UNRELATED, 0n, false)]
    case 'whole-token':
      return [probe(token, MAX, true), probe(UNRELATED, 0n, false)]
    case 'whole-wallet':
    case 'always':
      return [probe(UNRELATED, MAX, true)]
    case 'nothing':
    case 'outside':
      return [probe(token, 0n, false), probe(ZERO_ADDRESS, 0n, false)]
  }
}

function probeRecipients(count: Counts['recipients'], { recipient }: Example): Probe[] {
  const probe = (recipients: Address[], isRefused: boolean): Probe => ({
    rule: { kind: 'recipients', recipients },
    isRefused,
  })
  switch (count) {
    case 'recipient':
    case 'contract':
    case 'parts':
      return [probe([UNRELATED], true), probe([recipient], false)]
    case 'no-list':
      return [probe([UNRELATED, wallet.address, erc20, recipient], true)]
    case 'nothing':
    case 'outside':
      return [probe([UNRELATED], false)]
  }
}

/** Sends an example under one rule. No approver has enrolled, so a call that would be held is refused. */
async function isRefused(rule: PolicyRule, { take }: Example): Promise<boolean> {
  const now = new Date()
  const policy = { id: randomUUID(), organization_id: world.demo.id, wallet_address: null, name: 'Walk' }
  const stored = { ...policy, enabled: true, rule: JSON.stringify(storedRule(rule)) }
  const values = { ...stored, created_at: now, updated_at: now }
  await world.ctx.db.insertInto('policies').values(values).execute()
  const { status, content } = await take()
  await world.ctx.db.deleteFrom('policies').execute()
  // Deletes the earlier effects, so that every example is the first of its day.
  await world.ctx.db.deleteFrom('message_effects').execute()
  // Any other result means that something other than a policy decided.
  expect(content.code ?? status).toBeOneOf(['POLICY_REFUSED', 'UNAVAILABLE', 'CONFLICT', 200])
  return content.code === 'POLICY_REFUSED'
}

const AMOUNT_KINDS = ['transaction-limit', 'day-limit', 'approval'] as const satisfies readonly AmountPolicy[]

describe.each(Object.entries(WAYS_OUT))('%s', (way, { counts }) => {
  const taken = Object.entries(examples).find(([one]) => one === way)?.[1] ?? []

  test.each(AMOUNT_KINDS)('behavior: a policy of the kind %s → counts as the row says', async (kind) => {
    for (const example of taken)
      for (const probe of probeAmount(kind, counts[kind], example))
        expect({ ...probe, isRefused: await isRefused(probe.rule, example) }).toEqual(probe)
  })

  test('behavior: a recipient allowlist → must contain the recipient that the row names', async () => {
    for (const example of taken)
      for (const probe of probeRecipients(counts.recipients, example))
        expect({ ...probe, isRefused: await isRefused(probe.rule, example) }).toEqual(probe)
  })
})

test('behavior: the examples take every way of each kind of call, and no other', () => {
  const coin: KnownToken = { address: erc20, standard: 'erc20', symbol: 'DEMO', name: 'Demo', decimals: 6 }
  const items: KnownToken = {
    address: erc721,
    standard: 'erc721',
    symbol: 'CARD',
    name: 'Cards',
    decimals: 0,
  }
  const found = new Set<string>()
  const calls = Object.entries(examples).flatMap(([way, taken]) => taken.map(({ call }) => ({ way, call })))
  for (const tokens of [[coin, items], []])
    for (const { way, call } of calls) {
      if (call === undefined) continue
      const walletAddress = wallet.address
      const read = describeCall({ chainId: 1, value: 0n, ...call, walletAddress, tokens })
      const ways = way === 'batch' ? [way] : read.effects.map((effect) => readWay(effect, walletAddress))
      for (const one of ways) found.add(`${read.kind} ${one}`)
    }
  const stated = Object.entries(WAYS_OF_CALLS).flatMap(([kind, ways]) => ways.map((way) => `${kind} ${way}`))
  // Native token sent with an unknown call is a separate way out.
  expect([...found].toSorted()).toEqual([...stated, 'unknown move-coins'].toSorted())
})
