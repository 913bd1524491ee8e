import { encodeFunctionData, hashTypedData, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { passkeyWalletAbi } from '#protocol/abi/passkey-wallet.ts'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { dataSchema } from '#service/chain/rpc-schemas.ts'
import { addKeyDevice } from '#service/testing/approval-keys.ts'
import { coSignedWallet, WAIT } from '#service/testing/co-signed-wallet.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { signedMessage } from '#service/testing/signed-message.ts'
import { newPermit } from '#service/testing/signed-permit.ts'

const world = await forFile(serviceWorld.approvals())
const one = await coSignedWallet(world)
const { chain } = world.chain
const VALID = `0x1626ba7e${'0'.repeat(56)}`

/** Signs a permit over the digest that names the co-signer, and holds it. */
async function hold() {
  const typedData = newPermit(world.chain, one.wallet.address)
  const message = { kind: 'typed-data', typedData } as const
  const body = signedMessage(chain.id, one.wallet, message, { coSigner: one.approvalWallet })
  // The service reads the wallet's change with the next final block.
  const post = () => world.call('POST', '/v1/baas/messages', { body })
  await expect.poll(async () => (await post()).status, WAIT).toBe(200)
  const { content } = await post()
  return {
    messageUuid: String(content.messageUuid),
    number: Number(content.number),
    hash: hashTypedData(typedData),
    signature: body.signature,
  }
}
const read = async (uuid: string) => (await world.call('GET', `/v1/baas/messages/${uuid}`)).content

/** Returns the wallet contract's verdict on a signature. */
function ask(hash: Hex, signature: Hex): Promise<Hex> {
  const data = encodeFunctionData({
    abi: passkeyWalletAbi,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  return chain.rpc.request(dataSchema, 'eth_call', [{ to: one.wallet.address, data }, 'latest'])
}

test('behavior: the approval of a message is its co-signature, and the contract accepts only both together', async () => {
  const { messageUuid, number, hash, signature } = await hold()
  expect((await one.approver.get(`/messages/${messageUuid}`)).content.coSigner).toBe(one.approvalWallet)
  const answer = await one.approver.decide(messageUuid, 'approve', { of: 'message', number })
  expect(answer.content).toMatchObject({ status: 'APPROVED' })
  const { coSignature } = await read(messageUuid)
  const joined = joinSignature({ tuple: signature, keyNumber: 0, coSignature })
  expect(await ask(hash, joined)).toBe(VALID)
  expect(await ask(hash, signature)).not.toBe(VALID)
})

test.each(['reject', 'wrong number'] as const)(
  'error: %s returns no co-signature',
  async (way) => {
    const { messageUuid, number } = await hold()
    if (way === 'reject') await one.approver.decide(messageUuid, 'reject', { of: 'message' })
    else {
      const wrong = number === 10 ? 11 : 10
      await one.approver.decide(messageUuid, 'approve', { of: 'message', number: wrong })
    }
    const declined = await read(messageUuid)
    expect(declined).toMatchObject({ status: 'REJECTED' })
    expect(declined).not.toHaveProperty('coSignature')
  },
  180_000,
)

test('behavior: the contract accepts a message that an added key of the approval wallet co-signs', async () => {
  const other = await addKeyDevice(world, one.approver)
  const { messageUuid, number, hash, signature } = await hold()
  const answer = await other.decide(messageUuid, 'approve', { of: 'message', number })
  expect(answer.content).toMatchObject({ status: 'APPROVED' })
  const { coSignature } = await read(messageUuid)
  expect(splitSignature(coSignature).keyNumber).toBe(1)
  expect(await ask(hash, joinSignature({ tuple: signature, keyNumber: 0, coSignature }))).toBe(VALID)
})
