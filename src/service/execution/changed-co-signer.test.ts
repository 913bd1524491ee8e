import { encodeAbiParameters, hashTypedData, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, test, vi } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { executeDigest } from '#protocol/signing/execute-digest.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { coSignatureDigest, messageDigest } from '#protocol/signing/message-digest.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { deployAnswering } from '#service/testing/answering-contract.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { coSignedWallet } from '#service/testing/co-signed-wallet.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit } from '#service/testing/signed-permit.ts'
import { readSignedCall, type TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.approvals())
const { ctx } = world
const { chain, tokens } = world.chain
const { content: made } = await world.call('POST', '/v1/org/policy-signer')
const policySigner: Address = made.address
const account = privateKeyToAccount(generatePrivateKey())

afterEach(async () => {
  await ctx.db.deleteFrom('policies').execute()
})

const setCoSigner = (coSigner: Address) => encodeCall('setCoSigner(address)', [coSigner])

async function withCoSignature<Body extends object>(body: Body) {
  const { call, signature: tuple } = readSignedCall(body)
  const coSignature = await account.sign({ hash: executeDigest(chain.id, call) })
  return { ...body, signature: joinSignature({ tuple, keyNumber: 0, coSignature }) }
}

async function run(wallet: TestWallet, data: Hex, sign = (body: object) => Promise.resolve(body)) {
  const body = await sign(world.signed(wallet, { toAddress: wallet.address, data }))
  const { content, text } = await world.execute({ ...body })
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
}

/**
 * Adds a policy that requires another administrator's approval for every amount of the demo token. Returns
 * that administrator's device.
 */
async function holdForAnna() {
  const rule = {
    kind: 'approval',
    tokenAddress: tokens.erc20,
    amount: '1',
    approvers: [{ email: 'anna@example.com' }],
  }
  expect((await world.call('POST', '/v1/org/policies', { body: { name: 'Sums', rule } })).status).toBe(200)
  const anna = world.newDevice('anna@example.com')
  await enrol(anna, await world.invitationFor('anna@example.com'))
  return anna
}

const receiptOf = async (uuid: string) =>
  (await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)).content

test('behavior: a call that waits while its co-signer changes is sent with the signature of the new one', async () => {
  const wallet = await world.createWallet({ coins: 10n })
  await run(wallet, setCoSigner(account.address))
  const anna = await holdForAnna()
  const to = newAddress()
  const held = await world.execute(await withCoSignature(world.signed(wallet, world.transfer(to, 2n))))
  expect(held.content.status, held.text).toBe('PENDING_USER_APPROVAL')
  await ctx.db.deleteFrom('policies').execute()
  await run(wallet, setCoSigner(policySigner), withCoSignature)

  const { transactionUuid } = held.content
  expect((await anna.decide(transactionUuid, 'approve')).status).toBe(200)
  expect(await world.ended(transactionUuid)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(2n)
  expect(await receiptOf(transactionUuid)).toMatchObject({ coSignature: { coSigner: policySigner } })
})

test('behavior: a receipt names a co-signing contract whose signature has the length of an account’s', async () => {
  const valid = encodeAbiParameters([{ type: 'bytes4' }], ['0x1626ba7e'])
  const contract = await deployAnswering(world.chain, { '*': valid })
  const wallet = await world.createWallet({ coins: 10n })
  await run(wallet, setCoSigner(contract))
  const body = world.signed(wallet, world.transfer(newAddress(), 1n))
  const coSignature: Hex = `0x${'ff'.repeat(65)}`
  const signature = joinSignature({ tuple: readSignedCall(body).signature, keyNumber: 0, coSignature })
  const { content, text } = await world.execute({ ...body, signature })
  expect(content.transactionHash, text).toBeDefined()
  const { transactionUuid } = await world.settled(content.transactionHash)
  expect(await receiptOf(transactionUuid)).toMatchObject({ coSignature: { coSigner: contract } })
})

test('error: does not hold a call without the co-signature of another party before the change was read', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const named = await world.execute(
    world.signed(wallet, { toAddress: wallet.address, data: setCoSigner(account.address) }),
  )
  await approver.decide(named.content.transactionUuid, 'approve')
  expect(await world.ended(named.content.transactionUuid)).toMatchObject({ status: 'CONFIRMED' })
  await ctx.db.deleteFrom('wallet_authority_events').execute()
  const answer = await world.execute(world.signed(wallet, world.transfer(newAddress(), 1n)))
  expect(answer).toMatchObject({ status: 400, content: { code: 'CO_SIGNATURE_MISSING' } })
})

test('behavior: approves a message with the co-signature of another party, and rejects it without', async () => {
  const wallet = await world.createWallet()
  await run(wallet, setCoSigner(account.address))
  const typedData = newPermit(world.chain, wallet.address)
  const digest = messageDigest(chain.id, wallet.address, hashTypedData(typedData), account.address)
  const tuple = wallet.passkey.sign(digest)
  const ask = (signature: Hex) => {
    const message = { kind: 'typed-data', typedData }
    const body = { walletAddress: wallet.address, message, origin: 'http://localhost:4000', signature }
    return world.call('POST', '/v1/baas/messages', { body })
  }
  expect(await ask(tuple)).toMatchObject({ status: 400, content: { code: 'CO_SIGNATURE_MISSING' } })
  const coSignature = await account.sign({ hash: digest })
  const answer = await ask(joinSignature({ tuple, keyNumber: 0, coSignature }))
  expect(answer.content, answer.text).toMatchObject({ status: 'APPROVED' })
  expect(answer.content).not.toHaveProperty('coSignature')
})

test('behavior: accepts number 0 after the signature as soon as the chain has a co-signer', async () => {
  const wallet = await world.createWallet({ coins: 1n })
  await run(wallet, setCoSigner(account.address))
  await ctx.db.deleteFrom('wallet_authority_events').execute()
  const body = world.signed(wallet, world.transfer(newAddress(), 1n))
  const signature = `${readSignedCall(body).signature}00`
  const answer = await world.execute({ ...body, signature })
  expect(answer).toMatchObject({ status: 400, content: { code: 'CO_SIGNATURE_MISSING' } })
})

test('behavior: the policy signer sends a call that the end-user approved, if it became the co-signer meanwhile', async () => {
  const one = await coSignedWallet(world)
  const { wallet, approver } = one
  const to = newAddress()
  const held = await world.execute(world.signed(wallet, world.transfer(to, 1n)))
  const { transactionUuid } = held.content
  // The approval is stored while the chain is down, so the call waits with the co-signature of the approval
  // wallet.
  const submit = vi.spyOn(ctx.relay, 'submit').mockRejectedValue(apiError('CHAIN_FAILED'))
  expect((await approver.decide(transactionUuid, 'approve')).status).toBe(200)
  await expect.poll(() => submit.mock.calls.length).toBeGreaterThan(0)
  const body = world.signed(wallet, { toAddress: wallet.address, data: setCoSigner(policySigner) })
  const { call, signature: tuple } = readSignedCall(body)
  const digest = coSignatureDigest(chain.id, one.approvalWallet, executeDigest(chain.id, call))
  const coSignature = createSoftwarePasskey('localhost', approver.passkey).sign(digest)
  const data = encodeExecuteCall(call, joinSignature({ tuple, keyNumber: 0, coSignature }))
  await world.chain.send({ to: wallet.address, data })
  submit.mockRestore()
  expect(await world.ended(transactionUuid)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(1n)
})
