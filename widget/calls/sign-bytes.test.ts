import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { codes, COINS, confirmed, GAME, GRANT, PLAY, UNREAD } from '#widget/testing/call-flow.ts'
import { computeDigest } from '#widget/testing/judge-execution.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import { toWidgetCall } from './to-widget-call.ts'

describe('bytes', () => {
  test('behavior: decodes bytes of a known standard, with a warning for the unlimited allowance', async () => {
    const data = encodeCall('approve(address,uint256)', [FRIEND, String(2n ** 256n - 1n)])
    const { description, confirmation, executed } = await confirmed({ kind: 'raw', to: COIN, data })
    expect(description.kind).toBe('erc20-approve')
    expect(codes(description)).toContain('unlimited-allowance')
    expect(executed.request.data).toBe(data)
    expect(toWidgetCall(confirmation)).toEqual({ ...GRANT, token: COIN })
  })

  test('behavior: shows, signs and executes the native value of a call', async () => {
    const { description, confirmation, executed } = await confirmed({
      ...UNREAD,
      value: '1500000000000000000',
    })
    expect(description.kind).toBe('unknown')
    expect(description.fields.find(({ label }) => label === 'value')?.value).toMatchObject({ text: '1.5' })
    expect(confirmation.call.value).toBe(1_500_000_000_000_000_000n)
    expect(executed.digest).toBe(confirmation.digest)
    expect(computeDigest(executed.request)).toBe(confirmation.digest)
    expect(toWidgetCall(confirmation)).toEqual({ ...UNREAD, value: '1500000000000000000' })
  })

  test('behavior: bytes that cannot be decoded are dangerous and shown in full', async () => {
    const { description } = await confirmed(UNREAD)
    expect(description).toMatchObject({ kind: 'unknown', severity: 'danger' })
    expect(description.fields.find(({ label }) => label === 'data')?.value).toMatchObject({ hex: PLAY })
  })

  test('behavior: a transfer in bytes needs the operation transfer, anything else approve', async () => {
    const transfer: WidgetCall = {
      kind: 'raw',
      to: COIN,
      data: encodeCall('transfer(address,uint256)', [FRIEND, '5']),
    }
    const world = await widgetWorld.calls({ operations: ['create', 'transfer', 'execute'] })
    await world.sign(transfer)
    expect(world.server.executed).toHaveLength(1)
    for (const call of [UNREAD, GRANT, { kind: 'batch', calls: [COINS, UNREAD] } as const])
      await expect(world.sign(call)).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
    expect(world.server.executed).toHaveLength(1)
  })

  test('error: a transfer of an NFT that another account holds says so', async () => {
    const data = encodeCall('safeTransferFrom(address,address,uint256)', [FRIEND, GAME, '7'])
    const { description } = await confirmed({ kind: 'raw', to: COLLECTION, data })
    expect(codes(description)).toContain('from-other-account')
  })
})

describe('several calls', () => {
  test('behavior: a batch is one call of the wallet to itself, with each call described in order', async () => {
    const calls = [
      COINS,
      GRANT,
      { kind: 'erc721-transfer', token: COLLECTION, to: FRIEND, tokenId: '7' } as const,
    ]
    const { confirmation, description, executed } = await confirmed({ kind: 'batch', calls })
    expect(confirmation.call.toAddress).toBe(confirmation.call.walletAddress)
    const [field] = description.fields
    const inner = field?.value.kind === 'calls' ? field.value.calls : []
    expect(inner.map(({ kind }) => kind)).toEqual(['erc20-transfer', 'erc20-approve', 'erc721-transfer'])
    expect(description.severity).toBe('danger')
    expect(computeDigest(executed.request)).toBe(confirmation.digest)
    const decoded = decodeExecuteBatch(bytesFromHex(executed.request.data ?? ''))
    expect(decoded?.map(({ to }) => to)).toEqual([COIN, COIN, COLLECTION].map((to) => to.toLowerCase()))
  })

  test('error: one call that is not valid for its token → rejects all', async () => {
    const world = await widgetWorld.calls()
    const wrong: SingleCall = { kind: 'erc721-approve', token: COIN, spender: FRIEND, tokenId: '7' }
    await expect(world.sign({ kind: 'batch', calls: [COINS, wrong] })).rejects.toMatchObject({
      code: 'CONFIGURATION',
      detail: 'call: calls.1: for this token it is erc20-approve',
    })
  })

  test('behavior: preparing the batch again gives the same bytes', async () => {
    const { confirmation, world } = await confirmed({ kind: 'batch', calls: [COINS, UNREAD] })
    const again = toWidgetCall(confirmation)
    expect(again).toMatchObject({ kind: 'raw', to: confirmation.call.walletAddress })
    const person = await world.signed(again)
    const second = person.views('askConfirm')[0]?.confirmation
    expect(second?.call.data).toBe(confirmation.call.data)
    expect(second?.description).toEqual(confirmation.description)
  })

  test('behavior: a transfer to the zero address is prepared again as its bytes', async () => {
    const data = encodeCall('transfer(address,uint256)', [ZERO_ADDRESS, '5'])
    const { confirmation } = await confirmed({ kind: 'raw', to: COIN, data })
    expect(toWidgetCall(confirmation)).toMatchObject({ kind: 'raw', data })
  })
})
