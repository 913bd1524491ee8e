import { expect, test } from 'vitest'
import { send } from '#widget/testing/noted-wallet.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { FEE, FEE_RECEIVER } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

test('behavior: shows the balance before and after, with a fee in the same token', async () => {
  const { readNotes } = await widgetWorld.notes({ fee: FEE })
  const notes = await readNotes(send(FRIEND))
  expect(notes?.balances).toEqual([{ symbol: 'DEMO', decimals: 6, before: 100_000_000n, after: 87_000_000n }])
})

test('behavior: several calls take the sum of their amounts', async () => {
  const { readNotes } = await widgetWorld.notes({ fee: FEE })
  const notes = await readNotes({ kind: 'batch', calls: [send(FRIEND, '1'), send(FEE_RECEIVER, '2')] })
  expect(notes?.balances[0]?.after).toBe(99_499_997n)
})

test('behavior: an amount sent to the wallet itself stays in it, but its fee does not', async () => {
  const free = await widgetWorld.notes()
  expect((await free.readNotes(send(free.address)))?.balances).toEqual([])
  const charged = await widgetWorld.notes({ fee: FEE })
  expect((await charged.readNotes(send(charged.address)))?.balances[0]?.after).toBe(99_500_000n)
})

test('behavior: a server that reports no balances does not stop the call', async () => {
  const { readNotes, world } = await widgetWorld.notes({ extensions: false })
  const notes = await readNotes(send(FRIEND))
  expect(notes).toMatchObject({ balances: [], parties: [], fee: [] })
  expect(world.server.executed).toHaveLength(1)
})
