import { afterEach, expect, test, vi } from 'vitest'
import { reviewedMessageSchema } from '#protocol/held-messages.ts'
import { REQUESTER_HEADER } from '#protocol/requester.ts'
import { simulatedTransactionSchema } from '#protocol/simulation.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { isDeployed } from '#service/chain/wallet-contract.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import {
  addKey,
  callItself,
  findApprovalWallet,
  setCoSigner,
  WAIT,
} from '#service/testing/co-signed-wallet.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'

const world = await forFile(serviceWorld.approvals())
const { erc20 } = world.chain.tokens
const own = await world.createWallet({ coins: 1_000n })
const held = await world.protectedWallet()
const receiver = newAddress()
const ANNA = { email: 'anna@example.com', administratorId: 'anna' }
const BERT = { email: 'bert@example.com', administratorId: 'bert' }

const limit = (amount: string, kind = 'transaction-limit') => ({ kind, tokenAddress: erc20, amount })
const approval = (approvers: unknown[]) => ({
  kind: 'approval',
  tokenAddress: erc20,
  amount: '10',
  approvers,
})
async function create(rule: object): Promise<string> {
  const body = { name: 'Large sums', rule }
  const { status, content, text } = await world.call('POST', '/v1/org/policies', { body })
  expect(status, text).toBe(200)
  return content.id
}

/** The people of a verdict who may give the one required approval. */
const people = (...ids: string[]) => ({
  administratorId: ids[0],
  approvalsRequired: 1,
  approvers: ids.map((administratorId) => ({ administratorId })),
})

type Asked = { wallet?: typeof own; asks?: string }
const askedBy = (id: string | undefined) =>
  id === undefined ? {} : { [REQUESTER_HEADER]: JSON.stringify({ kind: 'administrator', id, name: id }) }

const verdict = (amount: bigint, asked: Asked = {}) => verdictOn(world.transfer(receiver, amount), asked)

async function verdictOn(call: Parameters<typeof world.signed>[1], { wallet = own, asks }: Asked = {}) {
  const { toAddress, data, value } = world.signed(wallet, call)
  const { status, content, text } = await world.call('POST', '/v1/baas/transactions/simulate', {
    body: { walletAddress: wallet.address, toAddress, data, value },
    headers: askedBy(asks),
  })
  expect(status, text).toBe(200)
  return simulatedTransactionSchema.parse(content).policies
}

/** Returns a permit of `units` to a stranger. */
function newGrant(units: string, wallet = own) {
  const permit = newPermit(world.chain, wallet.address)
  return signedPermit(world.chain, wallet, { ...permit, message: { ...permit.message, value: units } })
}

async function messageVerdict(units: string, { wallet = own, asks }: Asked = {}) {
  const { signature: _, ...body } = newGrant(units, wallet)
  const options = { body, headers: askedBy(asks) }
  const { status, content, text } = await world.call('POST', '/v1/baas/messages/review', options)
  expect(status, text).toBe(200)
  return reviewedMessageSchema.parse(content).policies
}
const execute = (amount: bigint, wallet = own) =>
  world.execute(world.signed(wallet, world.transfer(receiver, amount)))

await create(approval([ANNA, BERT]))
for (const { email } of [ANNA, BERT]) await enrol(world.newDevice(email), await world.invitationFor(email))

const clear = () => world.ctx.db.deleteFrom('policies').execute()
await clear()
afterEach(clear)

const blocked = (policyId: string, reason: string) => ({
  outcome: 'blocked',
  policyId,
  policyName: 'Large sums',
  reason: expect.stringMatching(new RegExp(`^The policy “Large sums” ${reason}`)),
})

test('behavior: no policy, or a call below all limits → passes', async () => {
  expect(await verdict(6n)).toEqual({ outcome: 'passes' })
  await create(limit('6'))
  await create(approval([ANNA]))
  expect(await verdict(6n)).toEqual({ outcome: 'passes' })
})

test.each([
  ['a transaction limit', () => limit('5')],
  ['a daily limit that the call alone exceeds', () => limit('5', 'day-limit')],
  ['a recipient allowlist', () => ({ kind: 'recipients', recipients: [newAddress()] })],
])('behavior: %s → blocked with its name, as execute refuses it', async (_what, rule) => {
  const id = await create(rule())
  expect(await verdict(6n)).toEqual(blocked(id, 'refuses this transaction'))
  expect(await execute(6n)).toMatchObject({ status: 403, content: { details: { policyId: id } } })
})

test('behavior: a daily limit counts what was sent before', async () => {
  const id = await create(limit('10', 'day-limit'))
  expect((await execute(6n)).status).toBe(200)
  expect(await verdict(4n)).toEqual({ outcome: 'passes' })
  expect(await verdict(5n)).toEqual(blocked(id, 'refuses this transaction'))
})

test('behavior: an approval → the policy and the administrators who may approve, never the requester', async () => {
  const policyId = await create(approval([ANNA, BERT]))
  const needs = { outcome: 'needs-approval', by: 'administrator', policyId, policyName: 'Large sums' }
  expect(await verdict(11n)).toEqual({ ...needs, ...people('anna', 'bert') })
  expect(await verdict(11n, { asks: 'anna' })).toEqual({ ...needs, ...people('bert') })
})

test('behavior: an approval that nobody else can give → blocked', async () => {
  const id = await create(approval([ANNA]))
  expect(await verdict(11n, { asks: 'anna' })).toEqual(blocked(id, 'requires the approval of another'))
})

test('behavior: a wallet whose end-user has enrolled → their approval, unless a policy blocks it', async () => {
  const { wallet } = held
  expect(await verdict(6n, { wallet })).toEqual({ outcome: 'needs-approval', by: 'end-user' })
  await create(limit('5'))
  expect(await verdict(6n, { wallet })).toMatchObject({ outcome: 'blocked' })
})

test('behavior: the first protection of a wallet with two keys → passes, because execute does not hold it', async () => {
  const wallet = await world.createWallet({ coins: 10n, externalUserId: 'two-keys' })
  const added = await callItself(world, { wallet }, addKey(createSoftwarePasskey(wallet.organization.domain)))
  await world.settled(added.content.transactionHash)
  const approver = world.newDevice(wallet.email)
  await enrol(approver, await world.invitationFor(wallet.email))
  const approvalWallet = findApprovalWallet(world, approver)
  await vi.waitFor(async () => expect(await isDeployed(world.chain.chain, approvalWallet)).toBe(true), WAIT)
  const protection = { toAddress: wallet.address, data: setCoSigner(approvalWallet) }
  expect(await verdictOn(protection, { wallet })).toEqual({ outcome: 'passes' })
  const { content } = await callItself(world, { wallet }, protection.data)
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await verdictOn(protection, { wallet })).toEqual({ outcome: 'needs-approval', by: 'end-user' })
  expect((await callItself(world, { wallet }, protection.data)).content.status).toBe('PENDING_USER_APPROVAL')
})

test.each([
  ['a transaction limit', () => limit('5')],
  ['a daily limit', () => limit('5', 'day-limit')],
  ['a recipient allowlist', () => ({ kind: 'recipients', recipients: [newAddress()] })],
])(
  'behavior: a message under %s → blocked with its name, as its signature is refused',
  async (_what, rule) => {
    expect(await messageVerdict('6')).toEqual({ outcome: 'passes' })
    const id = await create(rule())
    expect(await messageVerdict('6')).toEqual(blocked(id, 'refuses this signature'))
    const refused = await world.call('POST', '/v1/baas/messages', { body: newGrant('6') })
    expect(refused).toMatchObject({ status: 403, content: { details: { policyId: id } } })
  },
)

test('behavior: a message that needs an approval → who approves it, and nothing is stored', async () => {
  const policyId = await create(approval([ANNA, BERT]))
  const needs = { outcome: 'needs-approval', by: 'administrator', policyId, policyName: 'Large sums' }
  expect(await messageVerdict('11', { asks: 'anna' })).toEqual({ ...needs, ...people('bert') })
  expect(await messageVerdict('11', held)).toEqual({ outcome: 'needs-approval', by: 'end-user' })
  expect(await world.ctx.db.selectFrom('held_messages').select('id').execute()).toEqual([])
})

test('behavior: an already approved message → passes, even above a daily limit', async () => {
  const { wallet, approver } = held
  const review = async (signed: ReturnType<typeof newGrant>) => {
    const { signature: _, ...body } = signed
    const answer = await world.call('POST', '/v1/baas/messages/review', { body })
    return reviewedMessageSchema.parse(answer.content).policies
  }
  const approved = async () => {
    const body = newGrant('11', wallet)
    const { content } = await world.call('POST', '/v1/baas/messages', { body })
    expect(await review(body)).toEqual({ outcome: 'needs-approval', by: 'end-user' })
    const decision = { of: 'message', number: content.number } as const
    expect((await approver.decide(content.messageUuid, 'approve', decision)).status).toBe(200)
    return body
  }
  const first = await approved()
  await approved()
  await create(limit('15', 'day-limit'))
  expect(await review(first)).toEqual({ outcome: 'passes' })
  expect(await messageVerdict('11', held)).toMatchObject({ outcome: 'blocked' })
})

test('error: a message that may be a hash of anything → refused like its signature', async () => {
  const body = { walletAddress: own.address, origin: 'http://localhost:4000' }
  const message = { kind: 'bytes', data: `0x${'ab'.repeat(32)}` }
  const answer = await world.call('POST', '/v1/baas/messages/review', { body: { ...body, message } })
  expect(answer).toMatchObject({ status: 400, content: { code: 'VALIDATION_FAILED' } })
})
