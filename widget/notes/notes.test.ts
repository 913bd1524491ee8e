import { describe, expect, test } from 'vitest'
import type { WidgetAddress } from '#protocol/addresses.ts'
import { WITHDRAWN_REASON } from '#protocol/transaction-states.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { lookUp, send } from '#widget/testing/noted-wallet.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, FEE, FEE_RECEIVER } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

/** Another address with the same first and last four digits. */
const like = (address: string) => `${address.slice(0, 6)}${'ab'.repeat(16)}${address.slice(-4)}`.toLowerCase()

describe('payees', () => {
  test('behavior: shows the organization’s name for the recipient, keeps all warnings, and names no other address', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    lookUp(world, [
      { address: FRIEND, payeeName: 'Bakery', looksLike: null },
      { address: FEE_RECEIVER, payeeName: 'Another', looksLike: null },
    ])
    const notes = await readNotes(send(FRIEND))
    expect(notes?.payees).toEqual([{ address: FRIEND, name: 'Bakery' }])
    expect(notes?.parties).toEqual([{ kind: 'first', address: FRIEND, whole: true }])
  })
})

describe('parties', () => {
  test('behavior: says that the wallet has not dealt with an address before, until it has', async () => {
    const { readNotes } = await widgetWorld.notes()
    const first = await readNotes(send(FRIEND))
    expect(first?.parties).toEqual([{ kind: 'first', address: FRIEND, whole: true }])
    const second = await readNotes(send(FRIEND, '2'))
    expect(second?.parties).toEqual([])
  })

  test('behavior: a call without effect makes no address known', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.statuses = ['REJECTED']
    await readNotes(send(FRIEND))
    world.clock.advance(600_000)
    expect((await readNotes(send(FRIEND, '2')))?.parties).toMatchObject([{ kind: 'first' }])
  })

  test.each([
    ['declined', 'REJECTED', {}],
    ['expired', 'EXPIRED', {}],
    ['withdrawn by the organization', 'CANCELLED', { reason: WITHDRAWN_REASON }],
  ] as const)(
    'behavior: warns of an earlier payment that was %s while its signature can be executed',
    async (_, status, facts) => {
      const { readNotes, world } = await widgetWorld.notes()
      world.server.statuses = [status]
      world.server.facts = facts
      await readNotes(send(FRIEND))
      const until = new Date(Number(world.server.executed[0]?.request.expiration) * 1000).toISOString()
      expect((await readNotes(send(FRIEND, '2')))?.parties).toEqual([
        { kind: 'unfinished', address: FRIEND, until },
      ])
    },
  )

  test('behavior: does not warn of a call that its signer cancelled, because it can no longer be executed', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.statuses = ['CANCELLED']
    world.server.facts = { reason: 'its signer cancelled it' }
    await readNotes(send(FRIEND))
    expect((await readNotes(send(FRIEND, '2')))?.parties).toMatchObject([{ kind: 'first' }])
  })

  test.each<[string, SingleCall]>([
    ['coins of the chain', { kind: 'raw', to: FRIEND, data: '0x', value: '5' }],
    ['an unread call', { kind: 'raw', to: FRIEND, data: '0x12345678' }],
  ])('behavior: warns of an earlier payment in %s to the same address', async (_, call) => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.statuses = ['REJECTED']
    await readNotes(call)
    expect((await readNotes(call))?.parties).toMatchObject([{ kind: 'unfinished', address: FRIEND }])
  })

  test('behavior: warns of an earlier payment to the same recipient that can still be executed', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    const executableUntil = new Date(world.clock.now() + 300_000).toISOString()
    world.server.statuses = ['FAILED']
    world.server.facts = { executableUntil }
    await expect(world.sign(send(FRIEND), sendPerson({ showProgress: world.leave }))).rejects.toThrow('left')
    world.comeBack()
    let parties: unknown
    const person = sendPerson({
      askConfirm: async ({ notes }) => {
        parties = notes?.parties
        return world.leave()
      },
    })
    await expect(world.sign(send(FRIEND, '2'), person)).rejects.toThrow('left')
    expect(parties).toEqual([{ kind: 'unfinished', address: FRIEND, until: executableUntil }])
    world.comeBack()
    const other = (await readNotes(send(FEE_RECEIVER)))?.parties ?? []
    expect(other.filter(({ kind }) => kind === 'unfinished')).toEqual([])
  })

  test('behavior: an address inside a batch is known afterwards, even at an unaligned position', async () => {
    const { readNotes } = await widgetWorld.notes()
    await readNotes({ kind: 'batch', calls: [send(FRIEND, '1'), send(FRIEND, '2')] })
    expect((await readNotes(send(FRIEND)))?.parties).toEqual([])
    expect((await readNotes(send(like(FRIEND))))?.parties).toMatchObject([
      { kind: 'imitates', like: 'known', original: FRIEND },
    ])
  })

  test('behavior: warns of an address that begins and ends like the wallet or a token', async () => {
    const { readNotes, address } = await widgetWorld.notes()
    expect((await readNotes(send(like(address))))?.parties).toMatchObject([
      { kind: 'imitates', like: 'wallet' },
    ])
    const grant: SingleCall = { kind: 'erc20-approve', token: COIN, spender: like(COIN), amount: '5' }
    expect((await readNotes(grant))?.parties).toMatchObject([
      { kind: 'imitates', like: 'token', original: COIN },
    ])
  })

  test('behavior: without a history, no address is called new', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.interrupt = (line, time) =>
      // The flow itself requests this first, to find unfinished calls.
      line === 'GET /transactions' && time === 2 ? new Response('{}', { status: 500 }) : undefined
    expect((await readNotes(send(FRIEND)))?.parties).toEqual([])
  })

  test('behavior: a revocation concerns no new address', async () => {
    const { readNotes } = await widgetWorld.notes()
    const revoke: WidgetCall = {
      kind: 'set-approval-for-all',
      token: FEE_RECEIVER,
      operator: FRIEND,
      approved: false,
    }
    expect((await readNotes(revoke))?.parties ?? []).toEqual([])
  })
})

describe('addresses that the server looked up', () => {
  const facts = { address: FRIEND, payeeName: null, looksLike: null }
  const USED_AT = '2026-01-01T00:00:00.000Z'

  test.each<[string, Partial<WidgetAddress>, unknown[]]>([
    ['a recipient of long ago', { lastUsedAtDatetime: USED_AT }, []],
    ['nobody ever', { lastUsedAtDatetime: null }, [{ kind: 'first', address: FRIEND, whole: true }]],
    [
      'an imitation of a recipient of long ago',
      { lastUsedAtDatetime: null, looksLike: { as: 'used', address: FEE_RECEIVER } },
      [{ kind: 'imitates', like: 'known', address: FRIEND, original: FEE_RECEIVER }],
    ],
    [
      'an imitation of a verified payee',
      { looksLike: { as: 'payee', name: 'Bakery' } },
      [{ kind: 'imitates', like: 'named', address: FRIEND, name: 'Bakery' }],
    ],
    [
      'an imitation of a wallet of the organization, for its administrator',
      { looksLike: { as: 'organization', address: FEE_RECEIVER, name: 'Treasury' } },
      [{ kind: 'imitates', like: 'named', address: FRIEND, name: 'Treasury', original: FEE_RECEIVER }],
    ],
  ])('behavior: %s → the notes', async (_what, known, parties) => {
    const { readNotes, world } = await widgetWorld.notes()
    lookUp(world, [{ ...facts, ...known }])
    expect((await readNotes(send(FRIEND)))?.parties).toEqual(parties)
  })

  test('behavior: if the history is incomplete → the first time is not called the first ever', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    lookUp(world, [{ ...facts, lastUsedAtDatetime: null }], false)
    expect((await readNotes(send(FRIEND)))?.parties).toEqual([
      { kind: 'first', address: FRIEND, whole: false },
    ])
  })

  test('error: a server without address lookups → says so, and the newest calls decide what is new', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.interrupt = (line) =>
      line === 'POST /addresses/lookup' ? new Response('{}', { status: 500 }) : undefined
    expect((await readNotes(send(FRIEND)))?.parties).toEqual([
      { kind: 'unchecked', address: FRIEND },
      { kind: 'first', address: FRIEND, whole: true },
    ])
  })
})

const LIST = 'GET /tokens/allowed'
const isBalances = (line: string) => line.endsWith('/balances')
/** A response with different decimals for the token. */
function withDecimals(content: unknown, decimals: number): unknown {
  const text = JSON.stringify(content).replaceAll('"decimals":6', `"decimals":${decimals}`)
  return JSON.parse(text)
}

/** The balances with a token that reports no decimals. */
function withUnknownCoin(content: unknown): unknown {
  const unknown = JSON.stringify({ tokenAddress: FEE_RECEIVER, symbol: 'ODD', decimals: null, amount: '5' })
  return JSON.parse(JSON.stringify(content).replace('"coins":[', `"coins":[${unknown},`))
}

describe('the value of amounts', () => {
  test('behavior: shows base units until this browser has seen the token before', async () => {
    const { readNotes } = await widgetWorld.notes({ fee: FEE })
    const first = await readNotes(send(FRIEND))
    expect(first?.exact).toMatchObject([{ units: 12_500_000n }, { units: 500_000n }])
    expect((await readNotes(send(FRIEND, '2')))?.exact).toEqual([])
  })

  test.each([
    ['the list', (line: string) => line === LIST],
    ['the balances', isBalances],
  ])('error: does not sign if %s reports other decimals than the rest', async (_, lies) => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.tamper = (line, content) => (lies(line) ? withDecimals(content, 8) : content)
    await expect(readNotes(send(FRIEND))).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
    expect(world.server.executed).toEqual([])
  })

  test('error: does not sign if a token’s decimals are wrong, even if another held token has none', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    world.server.tamper = (line, content) =>
      isBalances(line) ? withUnknownCoin(withDecimals(content, 8)) : content
    await expect(readNotes(send(FRIEND))).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
  })

  test('error: facts that this browser has seen are kept, and other decimals or symbols are not signed', async () => {
    const { readNotes, world } = await widgetWorld.notes()
    await readNotes(send(FRIEND))
    world.server.tamper = (_line, content) => withDecimals(content, 8)
    await expect(readNotes(send(FRIEND, '2'))).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
    world.server.tamper = (_line, content) =>
      JSON.parse(JSON.stringify(content).replaceAll('"symbol":"DEMO"', '"symbol":"USDC"'))
    await expect(readNotes(send(FRIEND, '2'))).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
    expect(world.server.executed).toHaveLength(1)
  })

  test('error: does not sign if decimals change between the form and the confirmation', async () => {
    const { world } = await widgetWorld.notes()
    let decimals = 6
    world.server.tamper = (line, content) =>
      line === LIST || isBalances(line) ? withDecimals(content, decimals) : content
    const person = sendPerson({
      askTransfer: async ({ draft, problem }) => {
        if (problem !== undefined) throw problem
        decimals = 8
        return { kind: 'transfer', draft: { ...draft, to: FRIEND, amount: '0.5' } }
      },
    })
    await expect(world.send(person)).rejects.toMatchObject({ code: 'CALL_MISMATCH', detail: 'decimals' })
    expect(person.views('askConfirm')).toEqual([])
  })

  test('error: does not sign other decimals than the page pins', async () => {
    const { world } = await widgetWorld.notes()
    const attribute = (name: string) => (name === 'token-decimals' ? '8' : undefined)
    const input = { tokenAddress: COIN, to: FRIEND, amount: '0.5', attribute }
    await expect(world.send(sendPerson(), input)).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
    expect(world.server.executed).toEqual([])
  })

  test.each([
    ['DEMO', 1],
    ['DEM0', 0],
  ])('error: does not sign another symbol than the page pins: %s, %i executed', async (symbol, executed) => {
    const { world } = await widgetWorld.notes()
    const attribute = (name: string) => (name === 'token-symbol' ? symbol : undefined)
    const sent = world.send(sendPerson(), { tokenAddress: COIN, to: FRIEND, amount: '0.5', attribute })
    if (executed === 1) await sent
    else await expect(sent).rejects.toMatchObject({ code: 'CALL_MISMATCH' })
    expect(world.server.executed).toHaveLength(executed)
  })
})

describe('fees', () => {
  test('behavior: warns of a fee larger than the sent amount', async () => {
    const { readNotes } = await widgetWorld.notes({ fee: FEE })
    expect((await readNotes(send(FRIEND, '499999')))?.fee).toEqual(['large'])
    expect((await readNotes(send(FRIEND, '500000')))?.fee).toEqual([])
  })

  test.each([
    ['500000', true],
    ['499999', false],
  ])('param: with max-fee %s a fee of 500000 is accepted: %s', async (most, isAccepted) => {
    const { world } = await widgetWorld.notes({ fee: FEE })
    const attribute = (name: string) => (name === 'max-fee' ? most : undefined)
    const input = { tokenAddress: COIN, to: FRIEND, amount: '0.5', attribute }
    const sent = world.send(sendPerson(), input)
    if (isAccepted) await sent
    else await expect(sent).rejects.toMatchObject({ code: 'CALL_MISMATCH', detail: 'max-fee' })
    expect(world.server.executed).toHaveLength(isAccepted ? 1 : 0)
  })
})
