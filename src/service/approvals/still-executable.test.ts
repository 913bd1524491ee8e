import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { heldTransactionListSchema, historySchema } from '#protocol/approver-api.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { deployDoor, SHUT } from '#service/testing/outside-execution.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const world = await forFile(serviceWorld.approvals())

test('behavior: a held call that failed shows in the inbox, the history and on its page until when it can still be executed', async () => {
  const { wallet, approver } = await world.protectedWallet()
  const door = await deployDoor(world.chain)
  await world.chain.send({ to: wallet.address, data: '0x', value: 100n })
  const expiration = Math.floor(world.clock.now().getTime() / 1_000) + 3_000
  const fields = { toAddress: door, value: '3', data: '0x' as Hex, expiration: String(expiration) }
  const uuid: string = (await world.execute(world.signed(wallet, fields))).content.transactionUuid
  const waits = await world.hold(wallet)
  await world.chain.send({ to: door, data: SHUT })
  await approver.decide(uuid, 'approve')
  expect(await world.ended(uuid)).toMatchObject({ status: 'FAILED' })
  const executableUntil = new Date(expiration * 1_000).toISOString()
  const { content } = await approver.get(`/transactions/${uuid}`)
  expect(content).toMatchObject({ status: 'FAILED', executableUntil })
  expect(content.secondsLeft).toBeGreaterThan(2_000)
  const inbox = heldTransactionListSchema.parse((await approver.get('/transactions')).content)
  expect(inbox.map(({ transactionUuid, status }) => [transactionUuid, status])).toEqual([
    [waits, 'PENDING_USER_APPROVAL'],
    [uuid, 'FAILED'],
  ])
  const history = historySchema.parse((await approver.get('/history')).content)
  expect(history.transactions[0]).toMatchObject({ transactionUuid: uuid, executableUntil })
  // After the call expires, it is not in the inbox and has no `executableUntil`.
  await world.ctx.db.updateTable('transactions').set({ expiration: '1000' }).where('id', '=', uuid).execute()
  const after = (await approver.get(`/transactions/${uuid}`)).content
  expect(after).not.toHaveProperty('executableUntil')
  expect(after.secondsLeft).toBe(0)
  expect((await approver.get('/transactions')).content).toHaveLength(1)
})
