import { numberToHex, padHex, type Address, type Hex } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compileTargets } from '#contracts/testing/compile-targets.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { compareSimulation, NO_FEE } from '#protocol/effects/compare-simulation.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import { encodeCall } from '#protocol/signing/calldata.ts'
import { forFile } from '#protocol/testing/for-file.ts'
import { createTurns } from '#server-kit/jobs/take-turns.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { type Rpc, RpcError } from '#service/chain/rpc.ts'
import { deployRuntime } from '#service/testing/answering-contract.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { deployWrappedCoin } from '#service/testing/wrapped-coin.ts'
import { simulateChanges, simulateWalletCall, type CoinOf } from './simulate-changes.ts'
import { TOPICS } from './token-events.ts'

const THIEF = '0x00000000000000000000000000000000000d1eb0'
/** Quirks of `WeirdCoin`. */
const QUIRK = { answersFalseInsteadOfReverting: 3, takesFromTheReceiver: 7, takesFromTheSender: 8 }

const lower = (address: string): Address => `0x${address.slice(2).toLowerCase()}`
const chain = await forFile(serviceWorld.chain())
/** An account whose calls a test can send, for example to approve something beforehand. */
const wallet = lower(chain.sender)
const code = (file: string, name: string): Hex => compileTargets(`test/targets/${file}.sol`).get(name) ?? '0x'
/** A coin that emits no logs, like the coin with quirks. */
const silent = lower(await deployRuntime(chain, code('Adversaries', 'Coin')))
const wrapped = lower(await deployWrappedCoin(chain))
const hub = lower(await deployRuntime(chain, code('Adversaries', 'Hub')))
const logging = lower(await deployRuntime(chain, code('Targets', 'HookedCoin')))
const weird = lower(await deployRuntime(chain, code('WeirdCoin', 'WeirdCoin')))
await chain.send({ to: weird, data: encodeCall('rebase(uint256)', ['100']) })
for (const coin of [silent, logging, weird]) {
  await chain.send({ to: coin, data: encodeCall('mint(address,uint256)', [wallet, '1000']) })
  await chain.send({ to: coin, data: encodeCall('approve(address,uint256)', [hub, '1000']) })
}
await chain.mintCoins(wallet, 1_000n)
await chain.mint({ standard: 'erc721', to: wallet, tokenId: 7n })
await chain.mint({ standard: 'erc1155', to: wallet, tokenId: 1n, amount: 9n })

const coinOf = (address: Address): KnownToken => ({
  address,
  symbol: 'DEMO',
  decimals: 2,
  name: 'Demo',
  standard: 'erc20',
})
type Call = { to: Address; data: Hex; value?: bigint }
const call = (to: Address, signature: string, params: string[]): Call => ({
  to,
  data: encodeCall(signature, params),
})
const transfer = (coin: Address, units: string) => call(coin, 'transfer(address,uint256)', [THIEF, units])

/** The differences in readable form. `coins`: known coins, which are always read. */
async function differences({ to, data, value = 0n }: Call, coins: Address[]) {
  const watched: CoinOf[] = coins.flatMap((token) =>
    [wallet, lower(THIEF)].map((account) => ({ token, account })),
  )
  const simulation = await simulateChanges(
    chain.chain,
    { from: wallet, to, data, value },
    { wallet, coins: watched, listed: [] },
  )
  const signed = { chainId: 1, walletAddress: wallet, toAddress: to, value, data, tokens: coins.map(coinOf) }
  if (simulation === undefined) return undefined
  return compareSimulation({ ...signed, ...NO_FEE }, describeCall(signed), simulation).map(
    ({ about, account, read, simulated }) => [
      about,
      account.kind === 'address' && account.address,
      formatChange(read),
      formatChange(simulated),
    ],
  )
}
const formatChange = (value: unknown) => {
  const { text, units, items } = Object(value)
  return (
    text ??
    units ??
    items?.map((item: { units: string; tokenId: string }) => `${item.units} #${item.tokenId}`)
  )
}
const own = () => checksumAddress(wallet)
const thief = checksumAddress(THIEF)

test('behavior: a call that does what its bytes say has no difference', async () => {
  const { erc20, erc721, erc1155 } = chain.tokens
  const honest: Call[] = [
    transfer(lower(erc20), '100'),
    call(lower(erc20), 'approve(address,uint256)', [THIEF, '100']),
    call(lower(erc721), 'safeTransferFrom(address,address,uint256)', [wallet, THIEF, '7']),
    call(lower(erc721), 'transferFrom(address,address,uint256)', [wallet, THIEF, '7']),
    call(lower(erc721), 'approve(address,uint256)', [THIEF, '7']),
    call(lower(erc721), 'setApprovalForAll(address,bool)', [THIEF, 'true']),
    call(lower(erc721), 'setApprovalForAll(address,bool)', [THIEF, 'false']),
    call(lower(erc1155), 'safeTransferFrom(address,address,uint256,uint256,bytes)', [
      wallet,
      THIEF,
      '1',
      '3',
      '0x',
    ]),
    { to: lower(THIEF), data: '0x', value: 5n },
  ]
  for (const one of honest) expect(await differences(one, [lower(erc20)]), one.data).toEqual([])
})

test('behavior: finds tokens that an unread call takes by an existing allowance, listed or not, logged or not', async () => {
  const pull = (coin: Address) => call(hub, 'pull(address,address,uint256)', [coin, THIEF, '600'])
  expect(await differences(pull(silent), [silent])).toEqual([
    ['balance', own(), undefined, '-6'],
    ['balance', thief, undefined, '6'],
  ])
  expect(await differences(pull(logging), [])).toEqual([['balance', own(), undefined, '-600']])
})

test('behavior: a deposit of a wrapped coin and a withdrawal show the coins, although they log no transfer', async () => {
  const deposit: Call = { to: wrapped, data: '0xd0e30db0', value: 7n }
  expect(await differences(deposit, [])).toEqual([['balance', own(), undefined, '7']])
  await chain.send(deposit)
  expect(await differences(call(wrapped, 'withdraw(uint256)', ['3']), [])).toEqual([
    ['balance', own(), undefined, '-3'],
  ])
})

test('behavior: a coin that takes a fee differs where the fee is taken', async () => {
  const quirk = (number: number) =>
    chain.send({ to: weird, data: encodeCall('setQuirk(uint8)', [String(number)]) })
  await quirk(QUIRK.takesFromTheReceiver)
  expect(await differences(transfer(weird, '100'), [weird])).toEqual([['balance', thief, '1', '0.9']])
  await quirk(QUIRK.takesFromTheSender)
  expect(await differences(transfer(weird, '100'), [weird])).toEqual([['balance', own(), '-1', '-1.1']])
  await quirk(0)
})

test('behavior: a coin that changes every balance differs by its rounding', async () => {
  await chain.send({ to: weird, data: encodeCall('rebase(uint256)', ['300']) })
  expect(await differences(transfer(weird, '100'), [weird])).toEqual([
    ['balance', own(), '-1', '-0.99'],
    ['balance', thief, '1', '0.99'],
  ])
  await chain.send({ to: weird, data: encodeCall('rebase(uint256)', ['100']) })
})

test('behavior: a coin that returns false and moves nothing differs by the whole amount', async () => {
  const quirk = String(QUIRK.answersFalseInsteadOfReverting)
  await chain.send({ to: weird, data: encodeCall('setQuirk(uint8)', [quirk]) })
  expect(await differences(transfer(weird, '1000000'), [weird])).toEqual([
    ['balance', own(), '-10000', undefined],
    ['balance', thief, '10000', undefined],
  ])
})

test('error: returns nothing for a failing call, or if the node cannot simulate', async () => {
  expect(await differences(transfer(silent, '1001'), [silent])).toBeUndefined()
  const rpc = {
    request: (_: unknown, method: string) =>
      Promise.reject(new RpcError(method, { code: -32_601, message: 'Method not found' })),
  }
  const given = { from: wallet, ...transfer(silent, '1') }
  expect(await simulateChanges({ rpc }, given, { wallet, coins: [], listed: [] })).toBeUndefined()
})

test('error: more watched coins than the limit → nothing instead of a part; listed coins only fill the remaining room', async () => {
  const given = { from: wallet, ...transfer(silent, '1') }
  const strangers = (count: number): CoinOf[] =>
    Array.from({ length: count }, (_, index) => ({
      token: logging,
      account: `0x${String(index).padStart(40, '0')}`,
    }))
  const moved = { token: silent, account: wallet }
  const read = async (coins: CoinOf[], listed: CoinOf[] = []) =>
    simulateChanges(chain.chain, given, { wallet, coins, listed })
  expect(await read(strangers(101))).toBeUndefined()
  const changes = [{ tokenAddress: checksumAddress(silent), account: checksumAddress(wallet), amount: '-1' }]
  expect(await read([moved], strangers(200))).toMatchObject({ changes })
})

test('behavior: a deposit of a wrapped coin shows the coin although 100 coins are listed', async () => {
  const listed: CoinOf[] = Array.from({ length: 100 }, (_, index) => ({
    token: `0x${(0x11_0000 + index).toString(16).padStart(40, '0')}`,
    account: wallet,
  }))
  const deposit = { from: wallet, to: wrapped, data: '0xd0e30db0', value: 7n } as const
  const simulation = await simulateChanges(chain.chain, deposit, { wallet, coins: [], listed })
  const moved = { tokenAddress: checksumAddress(wrapped), account: own(), amount: '7' }
  expect(simulation?.changes).toContainEqual(moved)
})

/** A chain that adds these logs before the call's own logs in simulations. */
function loggingBefore(logs: readonly object[]): ChainReader {
  const called = z.looseObject({ logs: z.array(z.unknown()) })
  const blocks = z.array(z.looseObject({ calls: z.array(called) }))
  const rpc: Rpc = {
    request: async (schema, method, params) => {
      const answer = await chain.chain.rpc.request(z.unknown(), method, params)
      if (method !== 'eth_simulateV1') return z.parse(schema, answer)
      const changed = blocks.parse(answer).map(({ calls, ...block }) => ({
        ...block,
        // The call is in the middle, between the reads before and after it.
        calls: calls.map((one, index) =>
          index === (calls.length - 1) / 2 ? { ...one, logs: [...logs, ...one.logs] } : one,
        ),
      }))
      return z.parse(schema, changed)
    },
  }
  return { ...chain.chain, rpc }
}

/** A log of a contract that is not a coin, because it has no balances. */
const decoy = (index: number, units: bigint) => ({
  address: `0x${(0xdec0_0000 + index).toString(16).padStart(40, '0')}`,
  topics: [TOPICS.transfer, padHex(wallet), padHex(lower(THIEF))],
  data: numberToHex(units, { size: 32 }),
})

test.each([
  ['no decoys', 0, 0n],
  ['as many decoys as coins are read', 100, 0n],
  ['600 decoys that log nothing', 600, 0n],
  ['600 decoys that log something', 600, 1n],
])(
  'behavior: after %s, detects moves of a coin that logs and of a listed coin that does not',
  async (_, count, units) => {
    const decoys = loggingBefore(Array.from({ length: count }, (__, index) => decoy(index, units)))
    const listed = [{ token: silent, account: wallet }]
    for (const [coin, isListed] of [
      [logging, false],
      [silent, true],
    ] as const) {
      const take = { from: wallet, ...call(hub, 'pull(address,address,uint256)', [coin, THIEF, '300']) }
      const simulation = await simulateChanges(decoys, take, {
        wallet,
        coins: [],
        listed: isListed ? listed : [],
      })
      const moved = { tokenAddress: checksumAddress(coin), account: own(), amount: '-300' }
      expect(simulation?.changes, coin).toContainEqual(moved)
    }
  },
)

test('error: more changes than can be displayed → nothing instead of a part', async () => {
  const logs = Array.from({ length: 2_200 }, (_, index) => decoy(index, 1n))
  const given = { from: wallet, ...transfer(silent, '1') }
  const watched = { wallet, coins: [], listed: [] }
  expect(await simulateChanges(loggingBefore(logs), given, watched)).toBeUndefined()
})

test('behavior: a preview whose turn does not come in time is not simulated, and fails nobody', async () => {
  const context = await serviceWorld.wallets()
  const turns = createTurns({ atOnceMax: () => 0 })
  const ctx = { db: context.ctx.db, chain: { ...context.ctx.chain, simulationTurns: turns } }
  const made = { from: wallet, to: silent, data: '0x' as const, value: 0n }
  const walletCall = { walletAddress: wallet, toAddress: silent, value: 0n, data: made.data }
  const preview = simulateWalletCall(ctx, walletCall, made, { organizationId: 'loud' })
  expect(await preview).toEqual({ outcome: 'unavailable' })
})
