import { setTimeout as wait } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, type Address } from 'viem'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { Simulation } from '#protocol/transactions.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import { NATIVE_LOGS, simulateCalls, type SimulatedCall } from '#service/chain/simulate.ts'
import type { Context } from '#service/context.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { checksumAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { ChainReader } from '#service/chain/chain.ts'
import { answeredNumber } from '#service/chain/token-answer.ts'
import { tokenEvents, type TokenEvent } from './token-events.ts'

/** A person waits for the page; without an answer by then it displays that nothing was simulated. */
const TIMEOUT_MS = 3_000

/** A call as its wallet makes it. */
type WalletCall = Pick<ExecuteCall, 'walletAddress' | 'toAddress' | 'value' | 'data'>

/**
 * What a call of a wallet would do now by the chain's simulation. `made`: how it comes to the chain; `others`: coins that
 * are watched besides the wallet's own and those of the call. For what a person looks at, never on the way of a request
 * that executes. `undefined` where it would fail, or nothing can be simulated in time.
 */
export async function simulateWalletCall(
  ctx: Pick<Context, 'db' | 'chain'>,
  call: WalletCall,
  made: SimulatedCall,
  others: readonly CoinOf[] = [],
): Promise<Simulation | undefined> {
  const simulate = async () => {
    const tokens = await knownTokens(ctx)
    const { effects } = describeCall({ ...call, chainId: ctx.chain.id, tokens })
    const wallet = lowerCase(call.walletAddress)
    // A listed coin may move without a log.
    const own = tokens.filter(({ standard }) => standard === 'erc20')
    const ownCoins = own.map(({ address }) => ({ token: lowerCase(address), account: wallet }))
    const coins = [...effects.flatMap(movedCoins), ...others, ...ownCoins]
    return simulateChanges(ctx.chain, made, { wallet, coins })
  }
  return Promise.race([simulate(), wait(TIMEOUT_MS, undefined, { ref: false })])
}

/** The coin of either side. */
function movedCoins(effect: Effect): CoinOf[] {
  if (effect.does !== 'move' || (effect.what.is !== 'coins' && effect.what.is !== 'number')) return []
  return [effect.from, effect.to].map((account) => ({
    token: lowerCase(effect.token),
    account: lowerCase(account),
  }))
}

/** Whose balance of a coin is read. Addresses in lower case. */
export type CoinOf = { token: Address; account: Address }
/** In lower case; `coins` are read in any case, and those of the wallet that a log names. */
type Watched = { wallet: Address; coins: readonly CoinOf[] }

const COINS_MAX = 100
const READ_GAS = 300_000n

/**
 * What a call changes in the balances of its wallet and of other accounts that are watched, and what the wallet approves
 * by it. Balances of coins are read before and after, because a token may log what it does not do; items, the native coin
 * and approvals are taken from the logs. `undefined` where the node cannot simulate, or the call fails.
 */
export async function simulateChanges(chain: ChainReader, call: SimulatedCall, { wallet, coins }: Watched) {
  const [made] = (await simulateCalls(chain, [call])) ?? []
  if (made?.status !== 1n) return undefined
  const events = made.logs.flatMap((log) => tokenEvents(log))
  const read = coinsToRead(events, { wallet, coins })
  const reads = read.map(({ token, account }) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    return { from: ZERO_ADDRESS, to: token, data, gas: READ_GAS }
  })
  const results = await simulateCalls(chain, [...reads, call, ...reads])
  if (results === undefined) return undefined
  const after = results.slice(reads.length + 1)
  return {
    changes: [
      ...read.flatMap(({ token, account }, index) => {
        const balances = [results[index], after[index]].map((one) => answeredNumber(one?.returnData ?? '0x'))
        const [first, later] = balances
        if (first === undefined || later === undefined || first === later) return []
        return [{ ...named(token), account: checksumAddress(account), amount: String(later - first) }]
      }),
      ...loggedChanges(events, wallet),
    ],
    approvals: approvals(events, wallet),
  }
}

function coinsToRead(events: readonly TokenEvent[], { wallet, coins }: Watched): CoinOf[] {
  const logged = events
    .filter((event) => event.standard === 'erc20' && event.kind === 'transfer' && concerns(event, wallet))
    .map(({ token }) => ({ token, account: wallet }))
  const byKey = new Map([...coins, ...logged].map((coin) => [`${coin.token} ${coin.account}`, coin]))
  return [...byKey.values()]
    .filter(({ token }) => token !== ZERO_ADDRESS && token !== NATIVE_LOGS)
    .slice(0, COINS_MAX)
}

const concerns = ({ from, to }: TokenEvent, wallet: Address) => from === wallet || to === wallet

/** What left the wallet or came to it of the native coin and of items. */
function loggedChanges(events: readonly TokenEvent[], wallet: Address): Simulation['changes'] {
  const sums = new Map<string, { token: Address; tokenId: bigint | undefined; amount: bigint }>()
  for (const { kind, token, tokenId, amount = 1n, from, to } of events) {
    if (kind !== 'transfer' || (tokenId === undefined && token !== NATIVE_LOGS)) continue
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

/** The last word of each: an approval for nothing takes back the one before. */
function approvals(events: readonly TokenEvent[], wallet: Address): Simulation['approvals'] {
  const last = new Map<string, TokenEvent>()
  for (const event of events)
    if (event.kind !== 'transfer' && event.from === wallet)
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
