import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { compileTargets } from '#contracts/testing/compile-targets.ts'
import { compareSimulation, NO_FEE } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { encodeExecuteBatch } from '#protocol/signing/wallet-batch.ts'
import { simulatedTransactionSchema, type SimulateRequest } from '#protocol/simulation.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { deployRuntime } from '#service/testing/answering-contract.ts'
import { newAddress } from '#service/testing/new-address.ts'
import { serviceWorld } from '#service/testing/service-world.ts'

const FRIEND = '0x000000000000000000000000000000000000dEaD'
const UNAVAILABLE = { outcome: 'unavailable' }
/** Number of the quirk of `WeirdCoin` by which a transfer takes more from the sender. */
const TAKES_FROM_THE_SENDER = '8'

const world = await forFile(serviceWorld.wallets())
const wallet = await world.createWallet({ coins: 1_000n })
const { chain } = world
const code = compileTargets('test/targets/WeirdCoin.sol').get('WeirdCoin') ?? '0x'
/** A token that takes a tenth more than the call says. */
const greedy = await deployRuntime(chain, code)
for (const data of [
  encodeCall('rebase(uint256)', ['100']),
  encodeCall('mint(address,uint256)', [wallet.address, '1000']),
  encodeCall('setQuirk(uint8)', [TAKES_FROM_THE_SENDER]),
])
  await chain.send({ to: greedy, data })

const transfer = (units: string) => encodeCall('transfer(address,uint256)', [FRIEND, units])
const buildRequest = (toAddress: Address, data: Hex): SimulateRequest => ({
  walletAddress: wallet.address,
  toAddress,
  value: '0',
  data,
})
const simulate = (body: unknown) => world.call('POST', '/v1/baas/transactions/simulate', { body })

async function simulationOf(call: SimulateRequest) {
  const { status, text, content } = await simulate(call)
  expect(status, text).toBe(200)
  return simulatedTransactionSchema.parse(content).simulation
}

/** Returns the differences between the simulation and the call, or the outcome if it is not a success. */
async function differences(call: SimulateRequest) {
  const simulation = await simulationOf(call)
  const described = { ...call, chainId: world.chain.chain.id, tokens: [] }
  return simulation.outcome === 'succeeds'
    ? compareSimulation({ ...described, ...NO_FEE }, describeCall(described), simulation)
    : simulation.outcome
}

/** A wallet that received funds before its contract is deployed. */
async function submittedWallet(): Promise<Address> {
  const { db } = world.ctx
  const address = newAddress()
  const { search_text: _, ...row } = await db
    .selectFrom('wallets')
    .selectAll()
    .where('address', '=', wallet.address.toLowerCase())
    .executeTakeFirstOrThrow()
  const other = { id: crypto.randomUUID(), relayed_id: crypto.randomUUID(), status: 'submitted' } as const
  await db
    .insertInto('wallets')
    .values({ ...row, ...other, address: address.toLowerCase() })
    .execute()
  await world.chain.mintCoins(address, 1_000n)
  return address
}

test('behavior: a token that takes more than its bytes say differs, before anything is signed', async () => {
  expect(await differences(buildRequest(greedy, transfer('100')))).toMatchObject([
    {
      about: 'balance',
      account: { address: wallet.address },
      read: { units: '-100' },
      simulated: { units: '-110' },
    },
  ])
})

test('behavior: a call that does what it says shows no difference, alone and in a batch', async () => {
  const coin = world.chain.tokens.erc20
  expect(await differences(buildRequest(coin, transfer('100')))).toEqual([])
  const calls = ['100', '200'].map((units) => ({ to: coin, value: 0n, data: transfer(units) }))
  expect(await differences(buildRequest(wallet.address, encodeExecuteBatch(calls)))).toEqual([])
  expect(await simulationOf(buildRequest(coin, transfer('100')))).toMatchObject({
    outcome: 'succeeds',
    changes: { length: 2 },
  })
})

test('behavior: a wallet that is not deployed can be simulated, except for calls of its own functions', async () => {
  const coin = world.chain.tokens.erc20
  const walletAddress = await submittedWallet()
  expect(await differences({ ...buildRequest(coin, transfer('100')), walletAddress })).toEqual([])
  const data = encodeExecuteBatch([{ to: coin, value: 0n, data: transfer('100') }])
  expect(await simulationOf({ ...buildRequest(walletAddress, data), walletAddress })).toEqual(UNAVAILABLE)
})

test('error: another organization’s wallet and an unknown one get the same response', async () => {
  const other = await world.addOrganization('Other', 'other.example')
  const theirs = await world.createWallet({ organization: other })
  const coin = world.chain.tokens.erc20
  const answers = await Promise.all(
    [theirs.address, newAddress()].map((walletAddress) =>
      simulate({ ...buildRequest(coin, transfer('1')), walletAddress }),
    ),
  )
  expect(answers.map(({ status, content }) => [status, content.code])).toEqual([
    [403, 'WALLET_NOT_OWNED'],
    [403, 'WALLET_NOT_OWNED'],
  ])
  expect(answers[0]?.content).toEqual(answers[1]?.content)
})

test('param: each wrong field is named, and a signature is not a field', async () => {
  const { status, content } = await simulate({
    walletAddress: '0x12',
    toAddress: FRIEND,
    value: '-1',
    data: '0x123',
    signature: '0x00',
  })
  expect(status).toBe(400)
  const paths = content.errors.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['walletAddress', 'value', 'data']))
})

const item = (tokenId: string) =>
  encodeCall('safeTransferFrom(address,address,uint256)', [wallet.address, FRIEND, tokenId])
const { erc20, erc721 } = world.chain.tokens

test.each<[what: string, call: SimulateRequest, outcome: object]>([
  [
    'more coins than the wallet has → the reason of the token, and that they are not held',
    buildRequest(erc20, transfer('1001')),
    { reason: expect.stringContaining('needed: 1001'), notHeld: {} },
  ],
  [
    'an item of nobody → its id',
    buildRequest(erc721, item('77')),
    { reason: 'ERC721NonexistentToken(tokenId: 77)', notHeld: { tokenId: '77' } },
  ],
  [
    'more of the native token than the wallet has → not held',
    { ...buildRequest(FRIEND, '0x'), value: '1' },
    { reason: expect.stringContaining('native token'), notHeld: {} },
  ],
  [
    'a transfer at an address without a contract → the reason of an execution',
    buildRequest(FRIEND, transfer('1')),
    { reason: 'there is no contract at the address that is called' },
  ],
])('behavior: %s', async (_what, call, outcome) => {
  expect(await simulationOf(call)).toEqual({ outcome: 'fails', ...outcome })
})

/** Runs `work` with a node that lacks some methods. */
async function withoutMethods(methods: readonly string[], work: () => Promise<void>) {
  const { rpc } = world.ctx.chain
  const request = rpc.request
  rpc.request = (schema, method, params) =>
    methods.includes(method)
      ? Promise.reject(new RpcError(method, { code: -32_601, message: 'Method not found' }))
      : request(schema, method, params)
  await work().finally(() => void (rpc.request = request))
}

test('error: a node without a simulator → unavailable, and still fails with a reason if the call reverts', () =>
  withoutMethods(['eth_simulateV1'], async () => {
    expect(await simulationOf(buildRequest(erc20, transfer('1')))).toEqual(UNAVAILABLE)
    expect(await simulationOf(buildRequest(erc20, transfer('1001')))).toMatchObject({ outcome: 'fails' })
  }))

test('error: a node that returns nothing about the call → unavailable, never fails', () =>
  withoutMethods(['eth_simulateV1', 'eth_call'], async () => {
    expect(await simulationOf(buildRequest(erc20, transfer('1001')))).toEqual(UNAVAILABLE)
  }))
