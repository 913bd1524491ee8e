import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { checkOnChain, checkReceipt } from '#protocol/receipt/check-receipt.ts'
import { receiptSchema } from '#protocol/receipt/receipt.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { joinSignature, splitSignature } from '#protocol/signing/joined-signature.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { readSignature } from '#service/ledger/signing-key.ts'
import type { Protected } from '#service/testing/approval-service.ts'
import {
  bringOutside,
  deployDoor,
  executeUnseen,
  OPEN,
  SHUT,
  whileNobodyLooks,
} from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { readSignedCall, type TestWallet } from '#service/testing/wallet-requests.ts'
import { VERIFIERS } from '#web/receipt/verifiers.ts'

const RECEIVER = '0x00000000000000000000000000000000000c0111'

const world = await forFile(serviceWorld.approvals())

const keyOf = ({ passkey }: TestWallet, number: number) => ({
  number,
  qx: coordinateHex(passkey.qx),
  qy: coordinateHex(passkey.qy),
})

/** Changes the keys of a wallet on the chain without the service. The signature contains `keyNumber`. */
async function changeKey(
  name: 'addKey' | 'removeKey',
  { qx, qy }: SoftwarePasskey,
  { by, keyNumber }: { by: TestWallet; keyNumber?: number },
): Promise<void> {
  const data = encodeCall(`${name}(uint256,uint256)`, [String(qx), String(qy)])
  const body = world.signed(by, { toAddress: by.address, data })
  const tuple = readSignedCall(body).signature
  await bringOutside(world, {
    ...body,
    signature: joinSignature({ tuple, keyNumber, coSignature: undefined }),
  })
}

/** Counts the changes of a wallet that the service has read from final blocks. */
async function changesOf({ address }: TestWallet): Promise<number> {
  const rows = await world.ctx.db
    .selectFrom('wallet_authority_events')
    .select('log')
    .where('wallet_address', '=', lowerCase(address))
    .execute()
  return rows.length
}

type Moved = Protected & { main: TestWallet; others: SoftwarePasskey[] }

/** Creates a wallet whose only key is in place 2, so that its signatures need no number. */
async function walletInPlaceTwo(): Promise<Moved> {
  const one = await world.protectedWallet()
  const [former, present, later] = [1, 2, 3].map(() => createSoftwarePasskey(one.wallet.organization.domain))
  if (former === undefined || present === undefined || later === undefined) throw new Error('no passkeys')
  const main = { ...one.wallet, passkey: present }
  await changeKey('addKey', former, { by: one.wallet })
  await changeKey('addKey', present, { by: one.wallet })
  await changeKey('removeKey', former, { by: main, keyNumber: 2 })
  await changeKey('removeKey', one.wallet.passkey, { by: main, keyNumber: 2 })
  await expect.poll(() => changesOf(main)).toBe(4)
  return { ...one, main, others: [later] }
}

const storedSignature = async (uuid: string): Promise<Hex> => {
  const found = world.ctx.db.selectFrom('transactions').select('signature').where('id', '=', uuid)
  return readSignature(await found.executeTakeFirstOrThrow())
}
const ask = (method: string, params: readonly unknown[]) =>
  world.ctx.chain.rpc.request(z.unknown(), method, params)

test('behavior: a held call is executed after another key has become the main one', async () => {
  const { approver, main, others } = await walletInPlaceTwo()
  const [later = main.passkey] = others
  const uuid = await world.hold(main)
  expect(splitSignature(await storedSignature(uuid)).keyNumber).toBeUndefined()
  await changeKey('addKey', later, { by: main })
  await approver.decide(uuid, 'approve')
  const ended = await world.ended(uuid)
  expect(ended).toMatchObject({ status: 'CONFIRMED', signingKey: keyOf(main, 2) })

  const { status, content, text } = await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)
  expect(status, text).toBe(200)
  const receipt = receiptSchema.parse(content)
  expect(receipt.wallet.keyNumber).toBe(2)
  const findings = [
    ...(await checkReceipt(receipt, VERIFIERS)),
    ...(await checkOnChain(receipt, ask)).findings,
  ]
  expect(findings.filter(({ result }) => result === 'fails')).toEqual([])
})

test('behavior: a held call is executed before the service has read that another key is the main one', async () => {
  const { approver, main, others } = await walletInPlaceTwo()
  const [later = main.passkey] = others
  await world.ctx.db
    .deleteFrom('wallet_authority_events')
    .where('wallet_address', '=', lowerCase(main.address))
    .execute()
  const uuid = await world.hold(main)
  await whileNobodyLooks(world, async () => {
    await changeKey('addKey', later, { by: main })
    await approver.decide(uuid, 'approve')
    // It is sent. The relayer's own receipt may confirm it at once.
    await expect.poll(async () => (await world.read(uuid)).status).toMatch(/^(SUBMITTED|CONFIRMED)$/)
  })
  expect(await world.ended(uuid)).toMatchObject({ status: 'CONFIRMED', signingKey: keyOf(main, 2) })
})

test('error: a held call whose passkey was removed fails with that reason, and counts for no other key', async () => {
  const { approver, main, others } = await walletInPlaceTwo()
  const [later = main.passkey] = others
  const uuid = await world.hold(main)
  await changeKey('addKey', later, { by: main })
  await changeKey('removeKey', main.passkey, { by: { ...main, passkey: later } })
  await approver.decide(uuid, 'approve')
  expect(await world.ended(uuid)).toMatchObject({
    status: 'FAILED',
    reason: 'the passkey that signed it is no longer one of the wallet’s',
    signingKey: keyOf(main, 2),
  })
  expect(await world.coinsOf(RECEIVER)).toBe(2n)
})

test('behavior: another passkey signs a failed call again → the call counts for that passkey', async () => {
  const first = await world.createWallet({ coins: 1n })
  await world.chain.send({ to: first.address, data: '0x', value: 100n })
  const second = { ...first, passkey: createSoftwarePasskey(first.organization.domain) }
  await changeKey('addKey', second.passkey, { by: first })
  const door = await deployDoor(world.chain)
  await world.chain.send({ to: door, data: SHUT })
  const expiration = String(Math.floor(world.clock.now().getTime() / 1_000) + 3_000)
  const call = { toAddress: door, value: '3', data: '0x' as const, expiration }
  const { content, text } = await executeUnseen(world, world.signed(first, call))
  expect(content.transactionHash, text).toBeDefined()
  const failed = await world.settled(content.transactionHash)
  expect(failed).toMatchObject({ status: 'FAILED', signingKey: keyOf(first, 0) })

  await world.chain.send({ to: door, data: OPEN })
  const again = await world.execute(world.signed(second, call))
  expect(again.status, again.text).toBe(200)
  const uuid = failed.transactionUuid
  await expect.poll(async () => (await world.read(uuid)).status).toBe('CONFIRMED')
  expect(await world.read(uuid)).toMatchObject({ signingKey: keyOf(second, 1) })
  const receipt = await world.call('GET', `/v1/org/transactions/${uuid}/receipt`)
  expect(receipt.status, receipt.text).toBe(200)
  const findings = await checkReceipt(receiptSchema.parse(receipt.content), VERIFIERS)
  expect(findings.filter(({ result }) => result === 'fails')).toEqual([])
})
