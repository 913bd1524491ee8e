import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { NOT_SIMULATED, type Simulation, type SimulationOutcome } from '#protocol/simulation.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { readNotHeld } from '#service/chain/not-held.ts'
import { isShortOfFunds } from '#service/chain/read-call-failure.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { RpcError } from '#service/chain/rpc.ts'
import { simulateInTurn } from '#service/chain/simulate-in-turn.ts'
import { NATIVE_LOGS, simulateCall, simulateCalls, type SimulatedCall } from '#service/chain/simulate.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { tokenEvents, type TokenEvent } from './token-events.ts'

/**
 * Timeout in milliseconds. A person is waiting for the page, which then displays that the simulation is
 * unavailable.
 */
const TIMEOUT_MS = 3_000

type WalletCall = Pick<ExecuteCall, 'walletAddress' | 'toAddress' | 'value' | 'data'>

/**
 * Returns the outcome that a call of a wallet would have now. `made` is the call as it reaches the chain. `others`
 * are coins to watch in addition to those of the wallet and of the call. `findRefusal` finds a further reason why the
 * call would not be executed. `organizationId`: the organization in whose turn the simulation runs. Undefined runs it
 * at once, for pages of one person. Used for calls that a person views, never within a request that executes.
 *
 * The pending block decides whether the call fails, as before an execution, because the newest block lacks the
 * wallet's latest transactions. A node that cannot simulate changes can still report that a call reverts.
 */
export async function simulateWalletCall(
  ctx: HasChain & HasDatabase,
  call: WalletCall,
  made: SimulatedCall,
  {
    others = [],
    findRefusal = async () => undefined,
    organizationId,
  }: {
    others?: readonly CoinOf[]
    findRefusal?: () => Promise<string | undefined>
    organizationId?: string
  } = {},
): Promise<SimulationOutcome> {
  const simulate = async (): Promise<SimulationOutcome> => {
    const [failure, refusal, simulation] = await Promise.all([
      findFailure(ctx, call, made),
      findRefusal(),
      readChanges(ctx, call, made, others),
    ])
    if (failure !== undefined) return failure
    if (refusal !== undefined) return { outcome: 'fails', reason: refusal }
    return simulation === undefined ? NOT_SIMULATED : { outcome: 'succeeds', ...simulation }
  }
  const turn = { organizationId, leaving: () => AbortSignal.timeout(TIMEOUT_MS) }
  const simulating = organizationId === undefined ? simulate() : simulateInTurn(ctx.chain, turn, simulate)
  const soon = Promise.race([simulating, wait(TIMEOUT_MS, NOT_SIMULATED, { ref: false })])
  return soon.catch((error: unknown) => {
    // An unreachable node, a refused request or a missed turn proves nothing about the call.
    if (error instanceof HttpError) return NOT_SIMULATED
    throw error
  })
}

/** @throws CHAIN_FAILED, CHAIN_TIMEOUT if the node does not report a result */
async function findFailure(
  { chain }: HasChain,
  { walletAddress }: WalletCall,
  made: SimulatedCall,
): Promise<SimulationOutcome | undefined> {
  try {
    const whole = await simulateCall(chain.rpc, made, chain.simulateAt?.() ?? 'pending')
    if (whole.ok) return undefined
    const notHeld = readNotHeld(whole.data, walletAddress)
    return { outcome: 'fails', reason: whole.reason, ...(notHeld !== undefined && { notHeld }) }
  } catch (error) {
    // The simulated sender pays no gas, so the balance can be too low only for the value of the call.
    if (!(error instanceof RpcError) || !isShortOfFunds(error)) throw error
    return {
      outcome: 'fails',
      reason: 'the wallet does not hold enough of the chain’s native token',
      notHeld: {},
    }
  }
}

async function readChanges(
  ctx: HasChain & HasDatabase,
  call: WalletCall,
  made: SimulatedCall,
  others: readonly CoinOf[],
): Promise<Simulation | undefined> {
  const tokens = await knownTokens(ctx)
  const { effects } = describeCall({ ...call, chainId: ctx.chain.id, tokens })
  const wallet = lowerCase(call.walletAddress)
  // Listed coins are read too, because a coin may move without a log.
  const own = tokens.filter(({ standard }) => standard === 'erc20')
  const ownCoins = own.map(({ address }) => ({ token: lowerCase(address), account: wallet }))
  const coins = [...effects.flatMap(movedCoins), ...others]
  return simulateChanges(ctx.chain, made, { wallet, coins, listed: ownCoins })
}

/** Returns the token of a movement, once with the sender and once with the receiver. */
function movedCoins(effect: Effect): CoinOf[] {
  if (effect.does !== 'move' || (effect.what.is !== 'coins' && effect.what.is !== 'number')) return []
  return [effect.from, effect.to].map((account) => ({
    token: lowerCase(effect.token),
    account: lowerCase(account),
  }))
}

/** A coin, and the account whose balance of it is read. Addresses are in lower case. */
export type CoinOf = { token: Address; account: Address }
/**
 * Addresses are in lower case. `coins` are always read. Then `listed` and the coins in logs are read, as far as
 * there is room.
 */
type Watched = { wallet: Address; coins: readonly CoinOf[]; listed: readonly CoinOf[] }

const COINS_MAX = 100
/** Maximum wrapped coins of one call that are read beyond `COINS_MAX`. Their changes are never taken from logs. */
const WRAPPED_MAX = 10
/** Maximum changes and approvals of one call that a person can be shown. */
const SHOWN_MAX = 2_000
const READ_GAS = 300_000n

/**
 * Simulates the changes of a call in the balances of its wallet and of other watched accounts, and the approvals
 * that the wallet gives. Balances of coins are read before and after, because a token may log things that it does
 * not do. Items, the native coin and approvals are taken from the logs. Coins for which there is no room are taken
 * from the logs too. Undefined if the node cannot simulate, the call fails, or there are too many coins to read or
 * changes to display.
 */
export async function simulateChanges(
  chain: ChainReader,
  call: SimulatedCall,
  watched: Watched,
): Promise<Simulation | undefined> {
  const { wallet } = watched
  const [made] = (await simulateCalls(chain, [call])) ?? []
  if (made?.status !== 1n) return undefined
  const events = made.logs.flatMap((log) => tokenEvents(log))
  const coins = coinsToRead(events, watched)
  if (coins === undefined) return undefined
  const { read, logged } = coins
  const reads = read.map(({ token, account }) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    return { from: ZERO_ADDRESS, to: token, data, gas: READ_GAS }
  })
  const results = await simulateCalls(chain, [...reads, call, ...reads])
  if (results === undefined) return undefined
  const after = results.slice(reads.length + 1)
  const changes = [
    ...read.flatMap(({ token, account }, index) => {
      const balances = [results[index], after[index]].map((one) => answeredNumber(one?.returnData ?? '0x'))
      const [first, later] = balances
      if (first === undefined || later === undefined || first === later) return []
      return [{ ...named(token), account: checksumAddress(account), amount: String(later - first) }]
    }),
    ...loggedChanges(events, wallet, logged),
  ]
  const given = approvals(events, wallet)
  return changes.length + given.length > SHOWN_MAX ? undefined : { changes, approvals: given }
}

/**
 * `read`: the coins whose balances are read. `logged`: coins that move from or to the wallet but exceed the maximum
 * of balances to read. Undefined if too many coins are watched or wrapped, because an incomplete list must not look
 * complete.
 */
function coinsToRead(
  events: readonly TokenEvent[],
  { wallet, coins, listed }: Watched,
): { read: CoinOf[]; logged: ReadonlySet<Address> } | undefined {
  if (distinctCoins(coins).length > COINS_MAX) return undefined
  const moved = events
    .filter((event) => event.standard === 'erc20' && MOVES[event.kind] && concerns(event, wallet))
    .map(({ token }) => ({ token, account: wallet }))
  const fitting = distinctCoins([...coins, ...listed, ...moved]).slice(0, COINS_MAX)
  const wrapped = events.filter((event) => event.kind === 'wrap' && concerns(event, wallet))
  const added = wrapped.map(({ token }) => ({ token, account: wallet }))
  const read = distinctCoins([...fitting, ...added])
  if (read.length > fitting.length + WRAPPED_MAX) return undefined
  const ofWallet = new Set(read.filter(({ account }) => account === wallet).map(({ token }) => token))
  const logged = moved.map(({ token }) => token).filter((token) => !ofWallet.has(token))
  return { read, logged: new Set(logged) }
}

function distinctCoins(coins: readonly CoinOf[]): CoinOf[] {
  const byKey = new Map(coins.map((coin) => [`${coin.token} ${coin.account}`, coin]))
  return [...byKey.values()].filter(({ token }) => token !== ZERO_ADDRESS && token !== NATIVE_LOGS)
}

/** The kinds of events after which balances are read. Events of the other kinds only grant something. */
const MOVES: Record<TokenEvent['kind'], boolean> = {
  transfer: true,
  wrap: true,
  approval: false,
  operator: false,
}

const concerns = ({ from, to }: TokenEvent, wallet: Address) => from === wallet || to === wallet

/** Returns the movements of the native coin, of items and of `coins` from and to the wallet, as logged. */
function loggedChanges(
  events: readonly TokenEvent[],
  wallet: Address,
  coins: ReadonlySet<Address>,
): Simulation['changes'] {
  const sums = new Map<string, { token: Address; tokenId: bigint | undefined; amount: bigint }>()
  for (const { kind, token, tokenId, amount = 1n, from, to } of events) {
    const isCounted = tokenId !== undefined || token === NATIVE_LOGS || coins.has(token)
    if (kind !== 'transfer' || !isCounted) continue
    const sum = sums.get(`${token} ${tokenId}`) ?? { token, tokenId, amount: 0n }
    if (to === wallet) sum.amount += amount
    if (from === wallet) sum.amount -= amount
    sums.set(`${token} ${tokenId}`, sum)
  }
  return [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ token, tokenId, amount }) => ({
      ...named(token === NATIVE_LOGS ? ZERO_ADDRESS : token),
      account: checksumAddress(wallet),
      ...(tokenId !== undefined && { tokenId: String(tokenId) }),
      amount: String(amount),
    }))
}

/** Returns the approvals that remain after the call. An approval of zero revokes the previous one. */
function approvals(events: readonly TokenEvent[], wallet: Address): Simulation['approvals'] {
  const last = new Map<string, TokenEvent>()
  for (const event of events)
    if (!MOVES[event.kind] && event.from === wallet)
      last.set(`${event.token} ${event.tokenId ?? event.to}`, event)
  return [...last.values()]
    .filter(({ to, amount, approved }) => to !== ZERO_ADDRESS && amount !== 0n && approved !== false)
    .map(({ token, to, tokenId, amount }) => ({
      ...named(token),
      spender: checksumAddress(to),
      ...(amount !== undefined && { amount: String(amount) }),
      ...(tokenId !== undefined && { tokenId: String(tokenId) }),
    }))
}

const named = (token: Address) => ({ tokenAddress: checksumAddress(token) })
