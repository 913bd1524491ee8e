import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { SingleCall, WidgetCall } from '#protocol/widget-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { decodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { type createHarness, walletHarness } from '#widget/testing/create-harness.ts'
import { CHAIN_ID, digestOf } from '#widget/testing/judge-execution.ts'
import { FRIEND, sendPerson } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION } from '#widget/testing/stand-in-server.ts'
import { callOf } from './call-of.ts'

const OPERATIONS = ['create', 'transfer', 'approve', 'execute']
const GAME = '0x610178dA211FEF7D417bC0e6FeD39F05609AD788'
const PLAY = encodeCall('play(address,uint256,uint256)', [FRIEND, '1500000', '2'])
const UNREAD: SingleCall = { kind: 'raw', to: GAME, data: PLAY }
const COINS: SingleCall = { kind: 'erc20-transfer', token: COIN, to: FRIEND, amount: '12500000' }
const GRANT: SingleCall = {
  kind: 'erc20-approve',
  token: COIN,
  spender: FRIEND,
  amount: String(2n ** 256n - 1n),
}

const DESCRIPTOR = {
  context: { contract: { deployments: [{ chainId: CHAIN_ID, address: GAME }] } },
  metadata: { owner: 'The game', enums: { mode: { '1': 'Easy', '2': 'Hard' } } },
  display: {
    formats: {
      'play(address player, uint256 stake, uint256 mode)': {
        intent: 'Play a round',
        fields: [
          { path: 'player', label: 'Player', format: 'addressName' },
          { path: '#.stake', label: 'Stake', format: 'tokenAmount', params: { token: COIN } },
          { path: 'mode', label: 'Mode', format: 'enum', params: { $ref: '$.metadata.enums.mode' } },
        ],
      },
      'transfer(address to, uint256 value)': { intent: 'Get a present', fields: [] },
      'approve(address spender, uint256 value)': { intent: 'Say hello', fields: [] },
    },
  },
}

const ORDERS_DESCRIPTOR = {
  ...DESCRIPTOR,
  display: {
    formats: {
      'pay((address to,uint256 amount)[] orders)': {
        intent: 'Pay several',
        fields: [
          { path: 'orders.[].amount', label: 'Amount', format: 'tokenAmount', params: { token: COIN } },
        ],
      },
    },
  },
}
const ORDERS_CALL = {
  kind: 'raw',
  to: GAME,
  data: encodeFunctionData({
    abi: parseAbi(['function pay((address to,uint256 amount)[] orders)']),
    args: [[1_500_000n, 2_000_000n].map((amount) => ({ to: getAddress(FRIEND), amount }))],
  }),
} as const

/** After a failure the person leaves. */
const quick = () =>
  sendPerson({
    askRetry: async (problem) => {
      throw problem
    },
  })

async function opened(changes: Parameters<typeof createHarness>[0] = {}) {
  const harness = await walletHarness({ operations: OPERATIONS, ...changes })
  return { ...harness, sign: (call: unknown, person = quick()) => harness.sign(call, person) }
}

async function confirmed(call: WidgetCall, changes: Parameters<typeof createHarness>[0] = {}) {
  const harness = await opened(changes)
  const person = quick()
  await harness.sign(call, person)
  const confirmation = person.views('askConfirm')[0]?.confirmation
  if (confirmation === undefined) throw new Error('nothing was shown')
  const [executed] = harness.world.executed
  if (executed === undefined) throw new Error('nothing was executed')
  return { harness, confirmation, executed, description: confirmation.description }
}

const codes = (description: { warnings: { code: string }[] }) => description.warnings.map(({ code }) => code)

describe('bytes', () => {
  test('behavior: bytes that a standard knows are shown in its words, with the unlimited allowance called out', async () => {
    const data = encodeCall('approve(address,uint256)', [FRIEND, String(2n ** 256n - 1n)])
    const { description, confirmation, executed } = await confirmed({ kind: 'raw', to: COIN, data })
    expect(description.kind).toBe('erc20-approve')
    expect(codes(description)).toContain('unlimited-allowance')
    expect(executed.request.data).toBe(data)
    expect(callOf(confirmation)).toEqual({ ...GRANT, token: COIN })
  })

  test('behavior: what the call sends of the chain’s own coin is shown, signed and executed', async () => {
    const { description, confirmation, executed } = await confirmed({
      ...UNREAD,
      value: '1500000000000000000',
    })
    expect(description.kind).toBe('unknown')
    expect(description.fields.find(({ label }) => label === 'value')?.value).toMatchObject({ text: '1.5' })
    expect(confirmation.call.value).toBe(1_500_000_000_000_000_000n)
    expect(executed.digest).toBe(confirmation.digest)
    expect(digestOf(executed.request)).toBe(confirmation.digest)
    expect(callOf(confirmation)).toEqual({ ...UNREAD, value: '1500000000000000000' })
  })

  test('behavior: what nobody can read is dangerous, and all its bytes are there', async () => {
    const { description } = await confirmed(UNREAD)
    expect(description).toMatchObject({ kind: 'unknown', severity: 'danger' })
    expect(description.fields.find(({ label }) => label === 'data')?.value).toMatchObject({ hex: PLAY })
  })

  test('behavior: a transfer in bytes needs what a transfer needs, anything else approve', async () => {
    const transfer: WidgetCall = {
      kind: 'raw',
      to: COIN,
      data: encodeCall('transfer(address,uint256)', [FRIEND, '5']),
    }
    const harness = await opened({ operations: ['create', 'transfer', 'execute'] })
    await harness.sign(transfer)
    expect(harness.world.executed).toHaveLength(1)
    for (const call of [UNREAD, GRANT, { kind: 'batch', calls: [COINS, UNREAD] } as const])
      await expect(harness.sign(call)).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
    expect(harness.world.executed).toHaveLength(1)
  })

  test('error: a transfer of an item that somebody else holds says so', async () => {
    const data = encodeCall('safeTransferFrom(address,address,uint256)', [FRIEND, GAME, '7'])
    const { description } = await confirmed({ kind: 'raw', to: COLLECTION, data })
    expect(codes(description)).toContain('from-other-account')
  })
})

describe('several calls', () => {
  test('behavior: they are one call of the wallet to itself, each shown in words in its order', async () => {
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
    expect(digestOf(executed.request)).toBe(confirmation.digest)
    const decoded = decodeExecuteBatch(bytesFromHex(executed.request.data ?? ''))
    expect(decoded?.map(({ to }) => to)).toEqual([COIN, COIN, COLLECTION].map((to) => to.toLowerCase()))
  })

  test('error: one that is none of its token refuses all of them', async () => {
    const harness = await opened()
    const wrong: SingleCall = { kind: 'erc721-approve', token: COIN, spender: FRIEND, tokenId: '7' }
    await expect(harness.sign({ kind: 'batch', calls: [COINS, wrong] })).rejects.toMatchObject({
      code: 'CONFIGURATION',
      detail: 'call: calls.1: for this token it is erc20-approve',
    })
  })

  test('behavior: prepared once more, it is the same bytes', async () => {
    const { confirmation, harness } = await confirmed({ kind: 'batch', calls: [COINS, UNREAD] })
    const again = callOf(confirmation)
    expect(again).toMatchObject({ kind: 'raw', to: confirmation.call.walletAddress })
    const person = await harness.signed(again)
    const second = person.views('askConfirm')[0]?.confirmation
    expect(second?.call.data).toBe(confirmation.call.data)
    expect(second?.description).toEqual(confirmation.description)
  })

  test('behavior: a transfer to nobody is prepared once more as its bytes', async () => {
    const data = encodeCall('transfer(address,uint256)', [ZERO_ADDRESS, '5'])
    const { confirmation } = await confirmed({ kind: 'raw', to: COIN, data })
    expect(callOf(confirmation)).toMatchObject({ kind: 'raw', data })
  })
})

describe('what a page describes', () => {
  const descriptors = [DESCRIPTOR]

  test('behavior: the page’s words stand beside values that are read from the bytes', async () => {
    const { description } = await confirmed(UNREAD, { descriptors })
    expect(description).toMatchObject({
      kind: 'unknown',
      severity: 'danger',
      formatted: { owner: 'The game', intent: 'Play a round' },
    })
    expect(description.formatted?.fields).toMatchObject([
      { label: 'Player', value: { kind: 'address', address: FRIEND } },
      { label: 'Stake', value: { kind: 'amount', text: '1.5', symbol: 'DEMO' } },
      { label: 'Mode', value: { kind: 'text', text: 'Hard (2)' } },
    ])
    // Words take nothing away.
    expect(codes(description)).toContain('unknown-call')
  })

  test('behavior: what lies in tuples and lists too, and what the descriptor leaves out of them', async () => {
    const [{ data }, descriptor] = [ORDERS_CALL, ORDERS_DESCRIPTOR]
    const { description, executed } = await confirmed(ORDERS_CALL, { descriptors: [descriptor] })
    expect(description).toMatchObject({ severity: 'danger', formatted: { intent: 'Pay several' } })
    expect(description.formatted?.fields).toMatchObject([
      { label: 'Amount 1', value: { kind: 'amount', text: '1.5', symbol: 'DEMO' } },
      { label: 'Amount 2', value: { kind: 'amount', text: '2', symbol: 'DEMO' } },
      { label: 'orders 1 to', value: { kind: 'address', address: FRIEND } },
      { label: 'orders 2 to', value: { kind: 'address', address: FRIEND } },
    ])
    expect(executed.request.data).toBe(data)
  })

  test('behavior: in a batch too', async () => {
    const { description } = await confirmed({ kind: 'batch', calls: [COINS, UNREAD] }, { descriptors })
    const [field] = description.fields
    const inner = field?.value.kind === 'calls' ? field.value.calls : []
    expect(inner[1]?.formatted?.intent).toBe('Play a round')
    expect(description.severity).toBe('danger')
  })

  test('behavior: what the organization trusts of the registry goes before the page, as its owner’s words, and stays red', async () => {
    const trusted = {
      ...DESCRIPTOR,
      metadata: { ...DESCRIPTOR.metadata, owner: 'Game DAO' },
    }
    const harness = await opened({ descriptors })
    harness.world.registry = [{ context: 'unreadable' }, trusted]
    const person = quick()
    await harness.sign(UNREAD, person)
    const description = person.views('askConfirm')[0]?.confirmation.description
    expect(description).toMatchObject({
      kind: 'unknown',
      severity: 'danger',
      formatted: { owner: 'Game DAO', isTrusted: true },
    })
    harness.world.registry = [withDeployment({ chainId: CHAIN_ID, address: COIN })]
    await harness.sign(
      { kind: 'raw', to: COIN, data: encodeCall('approve(address,uint256)', [FRIEND, '5']) },
      person,
    )
    expect(person.views('askConfirm')[1]?.confirmation.description.formatted).toBeUndefined()
    const asked = harness.world.requests.filter(({ line }) => line === 'GET /descriptors')
    expect(asked[0]?.query.toLowerCase()).toBe(`?chainid=${CHAIN_ID}&addresses=${GAME.toLowerCase()}`)
  })

  test('error: a known standard is never described by a page, nor another contract, nor another chain', async () => {
    const here = [DESCRIPTOR, withDeployment({ chainId: CHAIN_ID, address: COIN })]
    const coins = await confirmed(
      { kind: 'raw', to: COIN, data: encodeCall('approve(address,uint256)', [FRIEND, '5']) },
      { descriptors: here },
    )
    expect(coins.description).toMatchObject({ kind: 'erc20-approve' })
    expect(coins.description.formatted).toBeUndefined()
    for (const deployment of [
      { chainId: CHAIN_ID, address: COIN },
      { chainId: 1, address: GAME },
    ]) {
      const { description } = await confirmed(UNREAD, { descriptors: [withDeployment(deployment)] })
      expect(description).toMatchObject({ kind: 'unknown', severity: 'danger' })
      expect(description.formatted).toBeUndefined()
    }
  })

  test.each([
    ['that the organization lists', COIN, {}],
    ['that the wallet holds', COLLECTION, { collectibles: [{ tokenAddress: COLLECTION, tokenId: '7' }] }],
  ])('error: no page speaks for a token %s', async (_, token, holdings) => {
    const push = encodeCall('play(address,uint256,uint256)', [FRIEND, '1500000', '2'])
    const { description } = await confirmed(
      { kind: 'raw', to: token, data: push },
      { descriptors: [withDeployment({ chainId: CHAIN_ID, address: token })], holdings },
    )
    expect(description).toMatchObject({ kind: 'unknown', severity: 'danger' })
    expect(description.formatted).toBeUndefined()
  })

  test('behavior: whom the page’s words name is looked at like any other', async () => {
    const harness = await opened({ descriptors })
    const person = quick()
    await harness.sign(UNREAD, person)
    expect(person.views('askConfirm')[0]?.notes?.parties).toMatchObject([
      { kind: 'first', address: GAME },
      { kind: 'first', address: FRIEND },
    ])
  })

  test('error: a descriptor that is none is told to the integrator, with its place', async () => {
    const harness = await opened({
      descriptors: [DESCRIPTOR, withDeployment({ chainId: '1', address: GAME })],
    })
    await expect(harness.sign(UNREAD)).rejects.toMatchObject({
      code: 'CONFIGURATION',
      detail: 'descriptors.1: context.contract.deployments.0 must have a chainId and an address',
    })
  })
})

function withDeployment(deployment: unknown) {
  return { ...DESCRIPTOR, context: { contract: { deployments: [deployment] } } }
}
