import { afterEach, expect, test } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.approvals())
const { erc20 } = world.chain.tokens
const ANNA = { email: 'anna@example.com' }
const BERT = { email: 'bert@example.com' }

const policy = async (rule: object): Promise<string> => {
  const { status, content, text } = await world.call('POST', '/v1/org/policies', {
    body: { name: 'Small sums', rule },
  })
  if (status !== 200) throw new Error(text)
  return content.id
}
const limit = (kind: string, amount: string) => policy({ kind, tokenAddress: erc20, amount })
const approval = (approvers: object[]) =>
  policy({ kind: 'approval', tokenAddress: erc20, amount: '1000', approvers })

/** Returns the body of a new permit of `value` units. */
function buildPermit(wallet: TestWallet, value: bigint) {
  const permit = newPermit(world.chain, wallet.address)
  const typedData = { ...permit, message: { ...permit.message, value: String(value) } }
  return signedPermit(world.chain, wallet, typedData)
}
const post = (body: object) => world.call('POST', '/v1/baas/messages', { body })
const sign = async (wallet: TestWallet, value: bigint): Promise<string> => {
  const { content } = await post(buildPermit(wallet, value))
  return content.code ?? content.status
}

afterEach(async () => {
  await world.ctx.db.deleteFrom('policies').execute()
})

test('error: a permit above a limit is refused with the policy’s name, also for a held wallet', async () => {
  const id = await limit('transaction-limit', '10')
  const { wallet } = await world.protectedWallet()
  for (const one of [wallet, await world.createWallet()]) {
    expect(await post(buildPermit(one, 5_000_000n))).toMatchObject({
      status: 403,
      content: {
        code: 'POLICY_REFUSED',
        message: 'The policy “Small sums” refuses this signature',
        details: { policyId: id },
      },
    })
  }
  expect(await sign(wallet, 10n)).toBe('PENDING_USER_APPROVAL')
})

test('behavior: permits, transfers and held permits of a day count together, and a repeated one once', async () => {
  const wallet = await world.createWallet({ coins: 100n })
  expect(await sign(wallet, 4n)).toBe('APPROVED')
  await limit('day-limit', '10')
  const body = buildPermit(wallet, 3n)
  for (let count = 0; count < 2; count += 1) expect((await post(body)).content.status).toBe('APPROVED')
  expect(await sign(wallet, 4n)).toBe('POLICY_REFUSED')
  const transfer = (amount: bigint) =>
    world.execute(world.signed(wallet, world.transfer('0x00000000000000000000000000000000000c0333', amount)))
  expect((await transfer(4n)).content.code).toBe('POLICY_REFUSED')
  expect((await transfer(2n)).status).toBe(200)
  expect(await sign(wallet, 2n)).toBe('POLICY_REFUSED')
  expect(await sign(wallet, 1n)).toBe('APPROVED')

  const { wallet: held, approver } = await world.protectedWallet()
  const { messageUuid } = (await post(buildPermit(held, 7n))).content
  expect(await sign(held, 4n)).toBe('POLICY_REFUSED')
  await approver.decide(messageUuid, 'reject', { of: 'message' })
  expect(await sign(held, 4n)).toBe('PENDING_USER_APPROVAL')

  world.clock.advance(25 * 3_600_000)
  expect(await sign(wallet, 10n)).toBe('APPROVED')
})

test('error: concurrent permits pass only up to the limit', async () => {
  await limit('day-limit', '10')
  const wallet = await world.createWallet()
  const answers = await Promise.all(Array.from({ length: 6 }, () => sign(wallet, 4n)))
  expect(answers.filter((answer) => answer === 'APPROVED')).toHaveLength(2)
  expect(answers.filter((answer) => answer === 'POLICY_REFUSED')).toHaveLength(4)
})

test('error: a held message is not approved against a newer policy, by a person no longer named, or instead of the end-user', async () => {
  const id = await approval([ANNA, BERT])
  const anna = world.newDevice(ANNA.email)
  await enrol(anna, await world.invitationFor(ANNA.email))
  const wallet = await world.createWallet({ externalUserId: 'not-enrolled' })
  const hold = async () => (await post(buildPermit(wallet, 5n))).content
  const approve = async ({ messageUuid, number }: { messageUuid: string; number: number }) =>
    (await anna.decide(messageUuid, 'approve', { of: 'message', number })).content
  const held = await hold()
  expect(held).toMatchObject({ status: 'PENDING_USER_APPROVAL', forOrganization: true })

  const limited = await limit('transaction-limit', '4')
  expect((await approve(held)).code).toBe('POLICY_REFUSED')
  await world.call('DELETE', `/v1/org/policies/${limited}`)
  const rule = { kind: 'approval', tokenAddress: erc20, amount: '1000', approvers: [BERT] }
  await world.call('PUT', `/v1/org/policies/${id}`, { body: { rule } })
  expect((await approve(held)).code).toBe('POLICY_REFUSED')
  await world.call('PUT', `/v1/org/policies/${id}`, { body: { rule: { ...rule, approvers: [ANNA] } } })
  expect(await approve(held)).toMatchObject({ status: 'APPROVED' })

  const across = await hold()
  const person = world.newDevice(wallet.email)
  await enrol(person, await world.invitationFor(wallet.email))
  expect((await approve(across)).code).toBe('ALREADY_DECIDED')
  const after = await hold()
  expect(after).not.toHaveProperty('forOrganization')
  expect((await person.get(`/messages/${after.messageUuid}`)).status).toBe(200)
})
