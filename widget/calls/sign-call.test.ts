import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import type { WidgetCall } from '#protocol/widget-call.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION, FEE_RECEIVER } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

const OPERATIONS = ['create', 'transfer', 'approve', 'execute']
const GRANT: WidgetCall = {
  kind: 'set-approval-for-all',
  token: COLLECTION,
  operator: FRIEND,
  approved: true,
}
const ITEM: WidgetCall = { kind: 'erc721-approve', token: COLLECTION, spender: FRIEND, tokenId: '7' }
const OWNED = { collectibles: [{ tokenAddress: COLLECTION, tokenId: '7' }] }

async function opened(changes: Parameters<typeof widgetWorld.flows>[0] = {}) {
  const world = await widgetWorld.wallet({ operations: OPERATIONS, ...changes })
  return world
}

async function confirmed(call: WidgetCall, changes: Parameters<typeof widgetWorld.flows>[0] = {}) {
  const world = await opened(changes)
  const person = await world.signed(call)
  const confirmation = person.views('askConfirm')[0]?.confirmation
  if (confirmation === undefined) throw new Error('nothing was shown')
  return { world, person, confirmation }
}

describe('the displayed call', () => {
  test('behavior: approve of a token that the wallet holds as an NFT approves one NFT', async () => {
    const { confirmation } = await confirmed(ITEM, { holdings: OWNED })
    expect(confirmation.description.kind).toBe('erc721-approve')
    const cleared = await confirmed({ ...ITEM, spender: ZERO_ADDRESS }, { holdings: OWNED })
    expect(cleared.confirmation.description.kind).toBe('erc721-approve')
  })

  test('behavior: other received tokens do not change how a held token is read', async () => {
    const airdrop = Array.from({ length: 60 }, (_, id) => ({ tokenAddress: FRIEND, tokenId: String(id) }))
    const holdings = { collectibles: [...airdrop, ...OWNED.collectibles] }
    const { confirmation } = await confirmed(ITEM, { holdings })
    expect(confirmation.description.kind).toBe('erc721-approve')
    const batch = await confirmed({ kind: 'batch', calls: [ITEM, ITEM] }, { holdings })
    const calls = callsIn(batch.confirmation.description)
    expect(calls.map(({ kind }) => kind)).toEqual(['erc721-approve', 'erc721-approve'])
  })

  test('behavior: approve of an unknown token shows both meanings, whatever kind the page names', async () => {
    const { confirmation } = await confirmed(ITEM)
    expect(confirmation.description).toMatchObject({ kind: 'token-approve' })
    expect(confirmation.description.warnings.map(({ code }) => code)).toContain('ambiguous-token')
  })

  test('error: the page’s kind for a listed token is ignored, and approving 0 grants the first NFT', async () => {
    // The token is listed without decimals, and the server hides the wallet's balance of it.
    const call: WidgetCall = { ...ITEM, token: FEE_RECEIVER, tokenId: '0' }
    const { confirmation } = await confirmed(call)
    expect(confirmation.description).toMatchObject({
      kind: 'token-approve',
      effects: [{ does: 'grant', sets: 'to', what: { is: 'number', text: '0' } }],
      severity: 'caution',
    })
  })

  test('error: a listed ERC-20 stays one if the server hides its balance or calls it an NFT', async () => {
    for (const coins of [
      { coins: [] },
      { coins: [], collectibles: [{ tokenAddress: COIN, tokenId: '7' }] },
    ]) {
      const world = await opened({ holdings: coins })
      await expect(world.sign({ ...ITEM, token: COIN })).rejects.toMatchObject({
        detail: 'call: for this token it is erc20-approve',
      })
    }
  })

  test('error: an ERC-20 allowance is never shown as one NFT', async () => {
    const world = await opened()
    await expect(world.sign({ ...ITEM, token: COIN })).rejects.toMatchObject({
      code: 'CONFIGURATION',
      detail: 'call: for this token it is erc20-approve',
    })
    expect(world.lines()).not.toContain('POST /tokens/erc721/approve')
  })

  test('behavior: changes by the page after it set the call are not signed', async () => {
    const world = await opened({ holdings: OWNED })
    const call = { ...ITEM }
    const person = await world.signed(call, {
      askConfirm: async () => {
        call.tokenId = '8'
        return 'confirm'
      },
    })
    expect(world.server.executed[0]?.request.data).toBe(person.views('askConfirm')[0]?.confirmation.call.data)
    expect(person.views('askConfirm')[0]?.confirmation.description.fields).toContainEqual({
      label: 'tokenId',
      value: { kind: 'number', text: '7' },
    })
  })
})

describe('operations that the token allows', () => {
  test('error: a permission needs the operation approve, an NFT transfer the operation transfer', async () => {
    const transfer: WidgetCall = { kind: 'erc721-transfer', token: COLLECTION, to: FRIEND, tokenId: '7' }
    for (const [call, operations] of [
      [GRANT, ['transfer', 'execute']],
      [transfer, ['approve', 'execute']],
      [transfer, ['transfer']],
    ] as const) {
      const world = await opened()
      world.server.operations = [...operations]
      await expect(world.sign(call)).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
      expect(world.lines()).toEqual(['GET /config'])
    }
  })

  test('error: a call that the service rejects is reported and not sent again', async () => {
    const world = await opened()
    world.server.interrupt = (line) =>
      line.startsWith('POST /tokens/erc721')
        ? Response.json(
            { statusCode: 400, content: { message: 'no', code: 'RECIPIENT_CANNOT_RECEIVE' } },
            { status: 400 },
          )
        : undefined
    await expect(world.sign(GRANT)).rejects.toMatchObject({ code: 'RECIPIENT_CANNOT_RECEIVE' })
  })
})

describe('held calls', () => {
  const HELD = { held: true, statuses: ['PENDING_USER_APPROVAL'] }

  /** Submits the call and leaves while it is held, like a reload. */
  async function leftWhileHeld(call: WidgetCall) {
    const world = await opened(HELD)
    const person = sendPerson({ showProgress: ({ number }) => void (number === 42 && world.leave()) })
    await expect(world.sign(call, person)).rejects.toThrow('left')
    expect(person.views('showProgress').at(-1)).toMatchObject({ status: 'PENDING_USER_APPROVAL', number: 42 })
    world.comeBack()
    world.server.statuses = ['PENDING_USER_APPROVAL', 'CONFIRMED']
    return { world, digest: person.views('askConfirm')[0]?.confirmation.digest }
  }

  test('behavior: after a reload, the page’s call is recognized as the held one and not signed again', async () => {
    const { world, digest } = await leftWhileHeld(GRANT)
    const back = await world.signed(GRANT)
    expect(back.views('askConfirm')).toEqual([])
    expect(back.views('showProgress').at(-1)).toMatchObject({ status: 'CONFIRMED', confirmation: { digest } })
    expect(world.server.executed).toHaveLength(1)
  })

  test('behavior: a page that requests a transfer also finds the held call, decoded correctly', async () => {
    const { world, digest } = await leftWhileHeld(GRANT)
    const back = await world.sent()
    expect(back.views('askTransfer')).toEqual([])
    expect(back.views('showProgress').at(-1)).toMatchObject({
      status: 'CONFIRMED',
      confirmation: { digest, description: { kind: 'set-approval-for-all' } },
    })
  })

  test('behavior: a page that requests another call gets that call', async () => {
    const { world } = await leftWhileHeld(GRANT)
    const back = await world.signed({ ...GRANT, approved: false })
    expect(back.views('askConfirm')[0]?.confirmation.description.kind).toBe('revoke-approval-for-all')
  })
})
