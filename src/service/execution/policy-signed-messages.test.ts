import { encodeFunctionData, hashTypedData, type Address, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { joinSignature } from '#protocol/signing/joined-signature.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { dataSchema, lowerCase } from '#service/chain/rpc-schemas.ts'
import { enrol } from '#service/testing/approver-devices.ts'
import { policySignedWallet } from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedMessage } from '#service/testing/signed-message.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'
import type { TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.approvals())
const { ctx } = world
const { erc20 } = world.chain.tokens
const { chain } = world.chain
const { content: made } = await world.call('POST', '/v1/org/policy-signer')
const policySigner: Address = made.address
const VALID = `0x1626ba7e${'0'.repeat(56)}`

afterEach(async () => {
  await ctx.db.deleteFrom('policies').execute()
})

/** Returns the request body for the approval of a permit, signed over the digest that names the policy signer. */
function namedPermit(wallet: TestWallet) {
  const typedData = newPermit(world.chain, wallet.address)
  const message = { kind: 'typed-data', typedData } as const
  const body = signedMessage(chain.id, wallet, message, { coSigner: policySigner })
  return { hash: hashTypedData(typedData), body }
}
const post = (body: object) => world.call('POST', '/v1/baas/messages', { body })
const read = async (uuid: string) => (await world.call('GET', `/v1/baas/messages/${uuid}`)).content

/** Returns the wallet contract's verdict on both signatures together. */
function ask(wallet: TestWallet, hash: Hex, tuple: Hex, coSignature: Hex): Promise<Hex> {
  const joined = joinSignature({ tuple, keyNumber: 0, coSignature })
  const data = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'isValidSignature',
    args: [hash, joined],
  })
  return chain.rpc.request(dataSchema, 'eth_call', [{ to: wallet.address, data }, 'latest'])
}

test('behavior: co-signs a message that another administrator approves, and none that they decline', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  const approvers = [{ email: 'anna@example.com' }]
  const rule = { kind: 'approval', tokenAddress: erc20, amount: '1', approvers }
  const policy = await world.call('POST', '/v1/org/policies', { body: { name: 'Sums', rule } })
  expect(policy.status, policy.text).toBe(200)
  const anna = world.newDevice('anna@example.com')
  await enrol(anna, await world.invitationFor('anna@example.com'))

  const declined = (await post(namedPermit(wallet).body)).content
  await anna.decide(declined.messageUuid, 'reject', { of: 'message' })
  expect(await read(declined.messageUuid)).not.toHaveProperty('coSignature')

  const { hash, body } = namedPermit(wallet)
  const { content, text } = await post(body)
  expect(content.status, text).toBe('PENDING_USER_APPROVAL')
  expect(content).not.toHaveProperty('coSignature')
  const { messageUuid, number } = content
  const answer = await anna.decide(messageUuid, 'approve', { of: 'message', number })
  expect(answer.content).toMatchObject({ status: 'APPROVED' })
  const { coSignature } = await read(messageUuid)
  expect(coSignature).toBeDefined()
  expect(await ask(wallet, hash, body.signature, coSignature)).toBe(VALID)
})

test('behavior: messages already name a co-signer that the service has not read yet', async () => {
  const wallet = await policySignedWallet(world, policySigner)
  await ctx.db
    .deleteFrom('wallet_authority_events')
    .where('wallet_address', '=', lowerCase(wallet.address))
    .execute()
  expect((await post(signedPermit(world.chain, wallet))).content).toMatchObject({
    code: 'INVALID_SIGNATURE',
  })
  const { hash, body } = namedPermit(wallet)
  const { content, text } = await post(body)
  expect(content.status, text).toBe('APPROVED')
  expect(await ask(wallet, hash, body.signature, content.coSignature)).toBe(VALID)
})
