import type { Address } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const RECEIVER: Address = '0x00000000000000000000000000000000000C0333'

const world = await forFile(serviceWorld.approvals())
const { erc20 } = world.chain.tokens
const HOUR_MS = 3_600_000

async function limitDay(amount: string) {
  const body = { name: 'A day', rule: { kind: 'day-limit', tokenAddress: erc20, amount } }
  const { content } = await world.call('POST', '/v1/org/policies', { body })
  return content.id as string
}
const newWallet = () => world.createWallet({ coins: 1_000n })
const send = async (wallet: Awaited<ReturnType<typeof newWallet>>, amount: bigint) => {
  const answer = await world.execute(world.signed(wallet, world.transfer(RECEIVER, amount)))
  return answer.content.code ?? answer.status
}

const hold = async (wallet: Awaited<ReturnType<typeof newWallet>>): Promise<string> =>
  (await world.execute(world.signed(wallet, world.transfer(RECEIVER, 6n)))).content.transactionUuid

afterEach(async () => {
  await world.ctx.db.deleteFrom('policies').execute()
})

test('behavior: transactions within 24 hours count together, separately for each wallet', async () => {
  await limitDay('10')
  const [one, another] = [await newWallet(), await newWallet()]
  expect([await send(one, 6n), await send(one, 5n), await send(one, 4n)]).toEqual([
    200,
    'POLICY_REFUSED',
    200,
  ])
  expect(await send(another, 10n)).toBe(200)
  world.clock.advance(23 * HOUR_MS)
  expect(await send(one, 1n)).toBe('POLICY_REFUSED')
  world.clock.advance(2 * HOUR_MS)
  expect(await send(one, 10n)).toBe(200)
})

test('behavior: a policy counts transactions sent before it was created, and held ones', async () => {
  const one = await newWallet()
  expect(await send(one, 6n)).toBe(200)
  const { wallet, approver } = await world.protectedWallet()
  const held = await hold(wallet)
  await limitDay('10')
  expect([await send(one, 5n), await send(wallet, 5n)]).toEqual(['POLICY_REFUSED', 'POLICY_REFUSED'])
  expect(await send(one, 4n)).toBe(200)
  // A declined transaction does not count.
  await approver.decide(held, 'reject')
  expect(await send(wallet, 5n)).toBe(200)
})

test('behavior: a held transaction is sent after its end-user approves, and counts once', async () => {
  await limitDay('10')
  const { wallet, approver } = await world.protectedWallet()
  const held = await hold(wallet)
  await approver.decide(held, 'approve')
  expect(await world.ended(held)).toMatchObject({ status: 'CONFIRMED' })
})

test('error: concurrent requests pass only up to the limit, sent or held', async () => {
  await limitDay('10')
  const sending = await newWallet()
  const { wallet: holding } = await world.protectedWallet()
  for (const wallet of [sending, holding]) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(wallet, 4n)))
    expect(answers.filter((answer) => answer === 200)).toHaveLength(2)
    expect(answers.filter((answer) => answer === 'POLICY_REFUSED')).toHaveLength(10)
  }
})
