import { setTimeout as wait } from 'node:timers/promises'
import type { Address } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { describeCall } from '#protocol/effects/describe-call.ts'
import type { Effect } from '#protocol/effects/effect.ts'
import type { Simulation } from '#protocol/org/simulation.ts'
import { encodeExecuteCall } from '#protocol/signing/pack-execute.ts'
import type { Context } from '#service/context.ts'
import { storedCall } from '#service/ledger/read-transactions.ts'
import { simulateChanges, type CoinOf } from '#service/holdings/simulate-changes.ts'
import { RELAY_DEFAULTS } from '#service/relayer/relay-parts.ts'
import { knownTokens } from '#service/tokens/allowed-tokens.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'

/** A person waits for the page; without an answer by then it shows that nothing was simulated. */
const TIMEOUT_MS = 3_000

type Parts = Pick<Context, 'db' | 'chain' | 'relay'>

/**
 * What a held transaction would do now by the chain's simulation, executed whole with its signature. For what a person looks
 * at, never on the way of a request that executes. `undefined` where it would fail, or nothing can be simulated in time.
 */
export async function simulateHeld(ctx: Parts, transactionId: string): Promise<Simulation | undefined> {
  return Promise.race([simulate(ctx, transactionId), wait(TIMEOUT_MS, undefined, { ref: false })])
}

async function simulate({ db, chain, relay }: Parts, id: string): Promise<Simulation | undefined> {
  const row = await db.selectFrom('transactions').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  const call = storedCall(row)
  const tokens = await knownTokens({ db })
  const { effects } = describeCall({ ...call, chainId: chain.id, tokens })
  const wallet = row.wallet_address
  const feeCoins = [wallet, call.feeWithdrawAddress].map((account) => ({
    token: call.feeCoinAddress,
    account,
  }))
  return simulateChanges(
    chain,
    {
      // As the relayer sends it: a contract can see who begins a transaction.
      from: relay.funds()[0]?.address ?? ZERO_ADDRESS,
      to: wallet,
      data: encodeExecuteCall(call, row.signature),
      gas: RELAY_DEFAULTS.gasLimitMax,
    },
    { wallet, coins: [...effects.flatMap(movedCoins), ...feeCoins, ...ownCoins(wallet, tokens)] },
  )
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
