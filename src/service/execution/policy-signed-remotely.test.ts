import { hashTypedData, type Address } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { messageDigest } from '#protocol/signing/message-digest.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { EMBEDDED_CHAIN_ID } from '#service/chain/anvil-process.ts'
import { checkAccountSignature } from '#service/chain/co-signature.ts'
import { openRemotePolicySigner } from '#service/chain/remote-policy-signer.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { policySignedWallet } from '#service/testing/co-signed-wallet.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { startPolicySignerStandIn } from '#service/testing/policy-signer-stand-in.ts'
import { sendDue } from '#service/testing/send-due.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedMessage } from '#service/testing/signed-message.ts'
import { newPermit } from '#service/testing/signed-permit.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'
import { insertCoSignature } from './co-sign-stored.ts'

const signer = await forFile(startPolicySignerStandIn(2))
const { state } = signer
const remotePolicySigner = await forFile(openRemotePolicySigner(signer.url, EMBEDDED_CHAIN_ID))
const world = await forFile(serviceWorld.approvals({ remotePolicySigner }))
const { ctx } = world
const { erc20 } = world.chain.tokens
const { content: made } = await world.call('POST', '/v1/org/policy-signer')
const policySigner: Address = made.address

afterEach(async () => {
  state.isDown = false
  await ctx.db.deleteFrom('policies').execute()
})

async function policy(rule: object) {
  const answer = await world.call('POST', '/v1/org/policies', { body: { name: 'Sums', rule } })
  expect(answer.status, answer.text).toBe(200)
}
const signedPayment = (wallet: TestWallet, to: Address, amount: bigint) =>
  world.signed(wallet, world.transfer(to, amount))
/** Reads the last stored call of a wallet, with its co-signature. */
const lastOf = ({ address }: TestWallet) =>
  ctx.db
    .selectFrom('transactions')
    .leftJoin('co_signatures', 'co_signatures.transaction_id', 'transactions.id')
    .select(['id', 'state', 'co_signature'])
    .where('wallet_address', '=', lowerCase(address))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const makeDue = () =>
  ctx.db
    .updateTable('co_signatures')
    .set({ send_after: new Date(0) })
    .execute()

test('behavior: each organization gets its own account of the remote signer', async () => {
  expect(signer.accounts.map(({ address }) => address)).toContain(policySigner)
  expect(await world.call('POST', '/v1/org/policy-signer')).toMatchObject({ status: 200, content: made })
  const row = await ctx.db.selectFrom('policy_signers').selectAll().executeTakeFirstOrThrow()
  expect(row.private_key_box).toBeNull()

  const other = await world.addOrganization('Other', 'other.localhost')
  const { content } = await world.call('POST', '/v1/org/policy-signer', { key: other.key })
  expect(signer.accounts.map(({ address }) => address)).toContain(content.address)
  expect(content.address).not.toBe(policySigner)

  const third = await world.addOrganization('Third', 'third.localhost')
  const refused = await world.call('POST', '/v1/org/policy-signer', { key: third.key })
  expect(refused).toMatchObject({ status: 409, content: { code: 'CONFLICT' } })
  expect(refused.content.message).toContain('no account left')
  state.isDown = true
  expect(await world.call('POST', '/v1/org/policy-signer', { key: third.key })).toMatchObject({
    status: 503,
    content: { code: 'UNAVAILABLE' },
  })
})

test('behavior: the remote signer co-signs what the policies allow, reads its content, and gets no request for the rest', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await policy({ kind: 'transaction-limit', tokenAddress: erc20, amount: '10' })
  const to = newAddress()
  const before = state.asked.length
  const refused = await world.execute(signedPayment(wallet, to, 11n))
  expect(refused).toMatchObject({ status: 403, content: { code: 'POLICY_REFUSED' } })
  expect(state.asked).toHaveLength(before)

  const { content, text } = await world.execute(signedPayment(wallet, to, 10n))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(10n)
  expect(state.asked).toHaveLength(before + 1)
  expect(state.asked.at(-1)).toMatchObject({
    primaryType: 'Execute',
    domain: { chainId: EMBEDDED_CHAIN_ID, verifyingContract: wallet.address },
    message: { toAddress: lowerCase(erc20), value: '0' },
  })
})

test('behavior: the remote signer signs one of two concurrent calls for the rest of a daily limit', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await policy({ kind: 'day-limit', tokenAddress: erc20, amount: '10' })
  const before = state.asked.length
  const bodies = [6n, 6n].map((amount) => signedPayment(wallet, newAddress(), amount))
  const answers = await Promise.all(bodies.map((body) => world.execute(body)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
  expect(state.asked).toHaveLength(before + 1)
})

test('error: a signer that is down → the call is stored, responds with UNAVAILABLE, and is sent once after the signer returns', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const to = newAddress()
  const body = signedPayment(wallet, to, 3n)
  state.isDown = true
  const answer = await world.execute(body)
  expect(answer).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
  expect(answer.content.message).toContain('policy signer cannot sign at the moment')
  const stored = await lastOf(wallet)
  expect(stored).toMatchObject({ state: 'APPROVED', co_signature: null })
  // While the signer is down, a process that takes over the call postpones it again.
  await makeDue()
  await sendDue(ctx)
  expect((await lastOf(wallet)).state).toBe('APPROVED')

  state.isDown = false
  await makeDue()
  await Promise.all([sendDue(ctx), sendDue(ctx)])
  const repeated = async () => (await world.execute(body)).content.transactionHash
  await expect.poll(repeated).toBeDefined()
  expect(await world.ended(stored.id)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(3n)
})

test('error: a deployment that no longer names the remote signer → the call waits, and nothing is co-signed', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const to = newAddress()
  ctx.remotePolicySigner = undefined
  try {
    const answer = await world.execute(signedPayment(wallet, to, 2n))
    expect(answer).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
    expect(ctx.logLines.join('')).not.toContain('CO_SIGNATURE_MISSING')
  } finally {
    ctx.remotePolicySigner = remotePolicySigner
  }
  const { id } = await lastOf(wallet)
  // The call is known to need a co-signature, even while the service has not read the wallet's co-signer.
  await ctx.db
    .deleteFrom('wallet_authority_events')
    .where('wallet_address', '=', lowerCase(wallet.address))
    .execute()
  await makeDue()
  await sendDue(ctx)
  expect(await world.ended(id)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(2n)
  // A remote signer may sign the same call twice. The receipt needs the co-signature that was sent.
  const { co_signature: sent } = await lastOf(wallet)
  expect(sent).toMatch(/^0x[0-9a-f]{130}$/)
  expect(await insertCoSignature(ctx.db, id, `0x${'11'.repeat(65)}`)).toBe(sent)
})

/** Returns the request body for the approval of a permit, signed over the digest that names the policy signer. */
function namedPermit(wallet: TestWallet) {
  const typedData = newPermit(world.chain, wallet.address)
  const digest = messageDigest(EMBEDDED_CHAIN_ID, wallet.address, hashTypedData(typedData), policySigner)
  const message = { kind: 'typed-data', typedData } as const
  return { digest, body: signedMessage(EMBEDDED_CHAIN_ID, wallet, message, { coSigner: policySigner }) }
}
const post = (body: object) => world.call('POST', '/v1/baas/messages', { body })

test('behavior: the remote signer co-signs an allowed message; after an outage the message can be sent again', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const { digest, body } = namedPermit(wallet)
  state.isDown = true
  expect(await post(body)).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
  state.isDown = false
  const { content, text } = await post(body)
  expect(content.status, text).toBe('APPROVED')
  const { coSignature } = content
  expect(await checkAccountSignature(policySigner, { digest, coSignature })).toBe('valid')
  expect(state.asked.at(-1)).toMatchObject({ primaryType: 'PasskeyWalletApprovedMessage' })
})

test('behavior: the remote signer co-signs a message after another administrator has approved it', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const approvers = [{ email: 'anna@example.com' }]
  await policy({ kind: 'approval', tokenAddress: erc20, amount: '1', approvers })
  const anna = world.newDevice('anna@example.com')
  await enrol(anna, await world.invitationFor('anna@example.com'))
  const { digest, body } = namedPermit(wallet)
  const before = state.asked.length
  const { content } = await post(body)
  const { messageUuid, number } = content
  expect(state.asked).toHaveLength(before)

  // Nothing is decided while the signer is down, so the administrator can approve again.
  state.isDown = true
  const failed = await anna.decide(messageUuid, 'approve', { of: 'message', number })
  expect(failed).toMatchObject({ status: 503, content: { code: 'UNAVAILABLE' } })
  const waiting = (await world.call('GET', `/v1/baas/messages/${messageUuid}`)).content
  expect(waiting.status).toBe('PENDING_USER_APPROVAL')
  state.isDown = false
  const answer = await anna.decide(messageUuid, 'approve', { of: 'message', number })
  expect(answer.content, answer.text).toMatchObject({ status: 'APPROVED' })
  const { coSignature } = (await world.call('GET', `/v1/baas/messages/${messageUuid}`)).content
  expect(await checkAccountSignature(policySigner, { digest, coSignature })).toBe('valid')
})

test('error: the remote signer gets no request for a message that was declined while its approver signed', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const approvers = [{ email: 'cora@example.com' }]
  await policy({ kind: 'approval', tokenAddress: erc20, amount: '1', approvers })
  const cora = world.newDevice('cora@example.com')
  await enrol(cora, await world.invitationFor('cora@example.com'))
  const { messageUuid, number } = (await post(namedPermit(wallet).body)).content
  const picked = { messageUuid, decision: 'approve', number }
  const begun = (await cora.post('/messages/decisions/begin', picked)).content
  expect((await cora.decide(messageUuid, 'reject', { of: 'message' })).status).toBe(200)
  const before = state.asked.length
  const late = await cora.decide(messageUuid, 'approve', { of: 'message', begun })
  expect(late).toMatchObject({ status: 409, content: { code: 'ALREADY_DECIDED' } })
  expect(state.asked).toHaveLength(before)
})

test('error: an approver who is removed while the remote signer signs → the message waits for another approval', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const approvers = ['dora', 'emil'].map((id) => ({ email: `${id}@example.com`, administratorId: id }))
  await policy({ kind: 'approval', tokenAddress: erc20, amount: '1', approvers, approvalsRequired: 2 })
  const [dora, emil] = approvers.map(({ email }) => world.newDevice(email))
  if (dora === undefined || emil === undefined) throw new Error('too few people')
  for (const device of [dora, emil]) await enrol(device, await world.invitationFor(device.email))
  const { messageUuid, number } = (await post(namedPermit(wallet).body)).content
  const approve = (device: typeof dora) => device.decide(messageUuid, 'approve', { of: 'message', number })
  await approve(dora)
  const sign = state.methods.get('eth_signTypedData')
  if (sign === undefined) throw new Error('the signer signs nothing')
  state.methods.set('eth_signTypedData', async (account, typedData) => {
    await world.call('POST', '/v1/org/approvers/removal', { body: { administratorId: 'dora' } })
    return sign(account, typedData)
  })
  const answer = await approve(emil)
  state.methods.set('eth_signTypedData', sign)
  expect(answer.content, answer.text).toMatchObject({ status: 'PENDING_USER_APPROVAL' })
  const waiting = (await world.call('GET', `/v1/baas/messages/${messageUuid}`)).content
  expect(waiting).not.toHaveProperty('coSignature')
})

test('error: the remote signer gets no request for an approved message that a limit refuses by now', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await policy({
    kind: 'approval',
    tokenAddress: erc20,
    amount: '1',
    approvers: [{ email: 'ben@example.com' }],
  })
  const ben = world.newDevice('ben@example.com')
  await enrol(ben, await world.invitationFor('ben@example.com'))
  const { messageUuid, number } = (await post(namedPermit(wallet).body)).content
  // The other waiting message counts too, so the limit is checked where the message is stored.
  await post(namedPermit(wallet).body)
  await policy({ kind: 'day-limit', tokenAddress: erc20, amount: '8' })
  const before = state.asked.length
  const refused = await ben.decide(messageUuid, 'approve', { of: 'message', number })
  expect(refused).toMatchObject({ status: 403, content: { code: 'POLICY_REFUSED' } })
  expect(state.asked).toHaveLength(before)
})
