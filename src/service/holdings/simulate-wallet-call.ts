import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from 'viem'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { Simulation } from '#protocol/transactions.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { SimulatedCall } from '#service/chain/simulate.ts'
import type { Context } from '#service/context.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { simulateChanges, type CoinOf } from './simulate-changes.ts'

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
  return Promise.race([simulate(ctx, call, made, others), wait(TIMEOUT_MS, undefined, { ref: false })])
}

async function simulate(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  call: WalletCall,
  made: SimulatedCall,
  others: readonly CoinOf[],
): Promise<Simulation | undefined> {
  const tokens = await knownTokens({ db })
  const { effects } = describeCall({ ...call, chainId: chain.id, tokens })
  const wallet = lowerCase(call.walletAddress)
  const coins = [...effects.flatMap(movedCoins), ...others, ...ownCoins(wallet, tokens)]
  return simulateChanges(chain, made, { wallet, coins })
}

/** The coin of either side. */
function movedCoins(effect: Effect): CoinOf[] {
  if (effect.does !== 'move' || (effect.what.is !== 'coins' && effect.what.is !== 'number')) return []
  return [effect.from, effect.to].map((account) => ({
    token: lowerCase(effect.token),
    account: lowerCase(account),
  }))
}

/** A listed coin may move without a log. */
function ownCoins(wallet: Address, tokens: readonly KnownToken[]): CoinOf[] {
  return tokens
    .filter(({ standard }) => standard === 'erc20')
    .map(({ address }) => ({ token: lowerCase(address), account: wallet }))
}
