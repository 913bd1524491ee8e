import { expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COLLECTION } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/** A token that the service cannot resolve, because it reports no decimals. */
const BARE = COLLECTION
const COINS = [{ tokenAddress: BARE, name: '', symbol: 'BARE', decimals: null, amount: '70' }]
const ALLOWANCES = [{ tokenAddress: BARE, spender: FRIEND, amount: '5' }]
const OPERATIONS = ['create', 'transfer', 'approve', 'execute']
const TRANSFER: WidgetCall = { kind: 'erc20-transfer', token: BARE, to: FRIEND, amount: '7' }
const REVOCATION: WidgetCall = { kind: 'erc20-approve', token: BARE, spender: FRIEND, amount: '0' }

test.each<[what: string, call: WidgetCall, holdings: Record<string, unknown>, bytes: string]>([
  [
    'a transfer of what the wallet holds',
    TRANSFER,
    { coins: COINS },
    encodeCall('transfer(address,uint256)', [FRIEND, '7']),
  ],
  [
    'the revocation of an allowance, without any balance',
    REVOCATION,
    { allowances: ALLOWANCES },
    encodeCall('approve(address,uint256)', [FRIEND, '0']),
  ],
])('behavior: signs a token without decimals in base units: %s', async (...row) => {
  const [_what, call, holdings, bytes] = row
  const world = await widgetWorld.wallet({ operations: OPERATIONS, holdings })
  const person = await world.signed(call)
  const [view] = person.views('askConfirm')
  expect(view?.confirmation).toMatchObject({
    coin: { decimals: 0, symbol: '', listed: false },
    description: { kind: call.kind },
  })
  expect(world.server.executed[0]?.request.data).toBe(bytes)
})

test.each<[what: string, call: WidgetCall]>([
  ['a transfer', TRANSFER],
  ['an allowance', { ...REVOCATION, amount: '7' }],
])('error: rejects %s of an unknown token without decimals', async (_what, call) => {
  const world = await widgetWorld.wallet({ operations: OPERATIONS })
  await expect(world.sign(call)).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE' })
  expect(world.server.executed).toEqual([])
})

test('error: the form takes human units and rejects a token without decimals', async () => {
  const world = await widgetWorld.wallet({ operations: OPERATIONS, holdings: { coins: COINS } })
  const input = { tokenAddress: BARE, to: FRIEND, amount: '7' }
  await expect(world.send(sendPerson(), input)).rejects.toMatchObject({ code: 'TOKEN_UNREADABLE' })
})
