import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readSignature } from '#service/ledger/signing-key.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { newPermit, signedPermit } from '#service/testing/signed-permit.ts'
import { readSignedCall, type TestWallet } from '#service/testing/wallet-requests.ts'

const world = await forFile(serviceWorld.wallets())
const owner = await world.createWallet({ coins: 1_000n })
const second: TestWallet = { ...owner, passkey: createSoftwarePasskey(owner.organization.domain) }
await changeKey('addKey', second)

async function changeKey(name: 'addKey' | 'removeKey', { passkey }: TestWallet, by = owner): Promise<void> {
  const data = encodeCall(`${name}(uint256,uint256)`, [String(passkey.qx), String(passkey.qy)])
  const { content, text } = await world.execute(world.signed(by, { toAddress: by.address, data }))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
}

function payment(wallet: TestWallet, to: Address, keyNumber?: number) {
  const body = world.signed(wallet, world.transfer(to, 1n))
  return keyNumber === undefined
    ? body
    : { ...body, signature: withNumber(readSignedCall(body).signature, keyNumber) }
}

const withNumber = (tuple: Hex, keyNumber: number): Hex =>
  `${tuple}${keyNumber.toString(16).padStart(2, '0')}`

test.each([
  ['the first key, no number', owner, undefined],
  ['the first key, number 0', owner, 0],
  ['the second key, no number', second, undefined],
  ['the second key, number 1', second, 1],
])('behavior: executes a call signed with %s', async (_, wallet, keyNumber) => {
  const to = newAddress()
  const { content, text } = await world.execute(payment(wallet, to, keyNumber))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(1n)
})

test.each([
  ['the first key as number 1', owner, 1],
  ['the second key as number 0', second, 0],
  ['the second key as number 2', second, 2],
  ['the second key as number 255', second, 255],
])('error: refuses %s before the relayer pays', async (_, wallet, keyNumber) => {
  const answer = await world.execute(payment(wallet, newAddress(), keyNumber))
  expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
  expect(answer.content.message).toContain(`it names the key ${keyNumber}`)
})

test('error: refuses a passkey of the same domain that is no key of the wallet', async () => {
  const stranger = { ...owner, passkey: createSoftwarePasskey(owner.organization.domain) }
  const answer = await world.execute(payment(stranger, newAddress()))
  expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
  expect(answer.content.message).toContain("it was not made with one of the wallet's passkeys")
})

test('behavior: the stored signature names the key, and the receipt proves it', async () => {
  const { content } = await world.execute(payment(second, newAddress()))
  const { transactionUuid } = await world.settled(content.transactionHash)
  const row = await world.ctx.db
    .selectFrom('transactions')
    .select('signature')
    .where('id', '=', transactionUuid)
    .executeTakeFirstOrThrow()
  const parts = splitSignature(readSignature(row))
  expect(parts).toMatchObject({ keyNumber: 1, coSignature: undefined })
  expect(joinSignature(parts)).toBe(readSignature(row))
  const receipt = await world.call('GET', `/v1/org/transactions/${transactionUuid}/receipt`)
  expect(receipt.status, receipt.text).toBe(200)
  expect(BigInt(receipt.content.wallet.publicKey.x)).toBe(second.passkey.qx)
})

test('error: refuses a removed key', async () => {
  await changeKey('removeKey', second)
  const answer = await world.execute(payment(second, newAddress()))
  expect(answer).toMatchObject({ status: 400, content: { code: 'INVALID_SIGNATURE' } })
})

test('error: refuses a removed first key until it is added again', async () => {
  const first = await world.createWallet({ coins: 1_000n })
  const other: TestWallet = { ...first, passkey: createSoftwarePasskey(first.organization.domain) }
  await changeKey('addKey', other, first)
  await changeKey('removeKey', first, other)
  await expect.poll(() => changesOf(first)).toEqual(['key-added', 'key-removed'])
  const refusal = { status: 400, content: { code: 'INVALID_SIGNATURE' } }
  expect(await world.execute(payment(first, newAddress()))).toMatchObject(refusal)
  const body = signedPermit(world.chain, first, newPermit(world.chain, first.address))
  expect(await world.call('POST', '/v1/baas/messages', { body })).toMatchObject(refusal)

  await changeKey('addKey', first, other)
  const to = newAddress()
  const { content, text } = await world.execute(payment(first, to))
  expect(content.transactionHash, text).toBeDefined()
  expect(await world.settled(content.transactionHash)).toMatchObject({ status: 'CONFIRMED' })
  expect(await world.coinsOf(to)).toBe(1n)
})

/** Reads the kinds of a wallet's changes that the service has read from final blocks. */
async function changesOf({ address }: TestWallet): Promise<string[]> {
  const rows = await world.ctx.db
    .selectFrom('wallet_authority_events')
    .select('kind')
    .where('wallet_address', '=', lowerCase(address))
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}
