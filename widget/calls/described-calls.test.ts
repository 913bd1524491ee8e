import { encodeFunctionData, getAddress, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { codes, COINS, confirmed, GAME, quick, UNREAD } from '#widget/testing/call-flow.ts'
import { CHAIN_ID } from '#widget/testing/judge-execution.ts'
import { FRIEND } from '#widget/testing/scripted-screens.ts'
import { COIN, COLLECTION } from '#widget/testing/server-state.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'

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

describe('calls described by a page', () => {
  const descriptors = [DESCRIPTOR]

  test('behavior: shows the page’s words with values that are decoded from the bytes', async () => {
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
    // The description removes no warning.
    expect(codes(description)).toContain('unknown-call')
  })

  test('behavior: describes values in tuples and lists, and omits those that the descriptor leaves out', async () => {
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

  test('behavior: describes calls in a batch', async () => {
    const { description } = await confirmed({ kind: 'batch', calls: [COINS, UNREAD] }, { descriptors })
    const [field] = description.fields
    const inner = field?.value.kind === 'calls' ? field.value.calls : []
    expect(inner[1]?.formatted?.intent).toBe('Play a round')
    expect(description.severity).toBe('danger')
  })

  test('behavior: trusted registry descriptors take precedence over the page, show the owner’s words, and stay red', async () => {
    const trusted = {
      ...DESCRIPTOR,
      metadata: { ...DESCRIPTOR.metadata, owner: 'Game DAO' },
    }
    const world = await widgetWorld.calls({ descriptors })
    world.server.registry = [{ context: 'unreadable' }, trusted]
    const person = quick()
    await world.sign(UNREAD, person)
    const description = person.views('askConfirm')[0]?.confirmation.description
    expect(description).toMatchObject({
      kind: 'unknown',
      severity: 'danger',
      formatted: { owner: 'Game DAO', isTrusted: true },
    })
    world.server.registry = [withDeployment({ chainId: CHAIN_ID, address: COIN })]
    await world.sign(
      { kind: 'raw', to: COIN, data: encodeCall('approve(address,uint256)', [FRIEND, '5']) },
      person,
    )
    expect(person.views('askConfirm')[1]?.confirmation.description.formatted).toBeUndefined()
    const asked = world.server.requests.filter(({ line }) => line === 'GET /descriptors')
    expect(asked[0]?.query.toLowerCase()).toBe(`?chainid=${CHAIN_ID}&addresses=${GAME.toLowerCase()}`)
  })

  test('error: a page cannot describe a known standard, another contract or another chain', async () => {
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
  ])('error: a page cannot describe a token %s', async (_, token, holdings) => {
    const push = encodeCall('play(address,uint256,uint256)', [FRIEND, '1500000', '2'])
    const { description } = await confirmed(
      { kind: 'raw', to: token, data: push },
      { descriptors: [withDeployment({ chainId: CHAIN_ID, address: token })], holdings },
    )
    expect(description).toMatchObject({ kind: 'unknown', severity: 'danger' })
    expect(description.formatted).toBeUndefined()
  })

  test('behavior: addresses in the page’s description are looked up like any other', async () => {
    const world = await widgetWorld.calls({ descriptors })
    const person = quick()
    await world.sign(UNREAD, person)
    expect(person.views('askConfirm')[0]?.notes?.parties).toMatchObject([
      { kind: 'first', address: GAME },
      { kind: 'first', address: FRIEND },
    ])
  })

  test('error: an invalid descriptor is reported to the integrator with its position', async () => {
    const world = await widgetWorld.calls({
      descriptors: [DESCRIPTOR, withDeployment({ chainId: '1', address: GAME })],
    })
    await expect(world.sign(UNREAD)).rejects.toMatchObject({
      code: 'CONFIGURATION',
      detail: 'descriptors.1: context.contract.deployments.0 must have a chainId and an address',
    })
  })
})

function withDeployment(deployment: unknown) {
  return { ...DESCRIPTOR, context: { contract: { deployments: [deployment] } } }
}
