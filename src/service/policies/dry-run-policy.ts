import { sql } from 'kysely'
import type { Address } from 'viem'
import type { PolicyRule } from '#protocol/policies.ts'
import { checksumAddress } from '#protocol/display/address.ts'
import type { Context } from '#service/context.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { mayMove } from '#service/ledger/read-transactions.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import { ownAddress } from './create-policy.ts'
import { refuses, unitsOf, type PolicyCall } from './evaluate-rule.ts'
import { storedRule } from './list-policies.ts'
import { DAY_MS } from './require-policies.ts'

const DAYS = 30
/** More are not looked at: the newest are. */
const TRANSACTIONS_MAX = 20_000
const PAGE = 500
const NEWEST_SHOWN = 20

type Sent = { id: string; wallet: string; at: Date; call: PolicyCall }

/**
 * `POST /v1/org/policies/dry-run`: which transactions of the last 30 days a policy would have refused, had it held. What
 * was rejected, withdrawn or expired is left out: nothing moved. It stores nothing. Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED alike for another organization's wallet and for none at all
 */
export const dryRunPolicy: Operation<'dryRunPolicy', 'db' | 'chain' | 'clock'> = async (
  ctx,
  { organizationId },
  { body },
) => {
  const wallet = await ownAddress(ctx, organizationId, body.walletAddress)
  const since = new Date(ctx.clock.now().getTime() - DAYS * DAY_MS)
  const allowed = await selectAllowed(ctx.db, organizationId).where('standard', '=', 'erc20').execute()
  const coins = allowed.map(({ address }) => address)
  const judge = judgeOf(storedRule(body.rule), coins)
  let [transactions, oldest] = [0, since]
  for await (const sent of readNewestFirst(ctx, { organizationId, wallet, since })) {
    judge.see(sent)
    transactions += 1
    if (transactions === TRANSACTIONS_MAX) oldest = sent.at
  }
  const refused = judge.refused()
  return {
    sinceDatetime: oldest.toISOString(),
    transactions,
    refusedTransactions: refused.length,
    newestRefused: refused.slice(0, NEWEST_SHOWN).map((sent) => ({
      transactionUuid: sent.id,
      walletAddress: checksumAddress(sent.wallet),
      createdAtDatetime: sent.at.toISOString(),
    })),
  }
}

type Which = { organizationId: string; wallet: Address | null; since: Date }

/** In pages: calls may be long, and other requests get their turn between two of them. */
async function* readNewestFirst(
  { db, chain }: Pick<Context, 'db' | 'chain'>,
  { organizationId, wallet, since }: Which,
): AsyncGenerator<Sent> {
  let before: { created_at: Date; id: string } | undefined
  for (let read = 0; read < TRANSACTIONS_MAX; read += PAGE) {
    let page = db
      .selectFrom('transactions')
      .select(['id', 'wallet_address', 'to_address', 'value', 'data', 'created_at'])
      .where('organization_id', '=', organizationId)
      .where('created_at', '>', since)
      .where(mayMove)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE)
    if (wallet !== null) page = page.where('wallet_address', '=', wallet)
    if (before !== undefined)
      page = page.where(
        sql<boolean>`(created_at, id) < (${before.created_at}::timestamptz, ${before.id}::uuid)`,
      )
    const rows = await page.execute()
    for (const { id, created_at: at, value, data, ...row } of rows) {
      const call = {
        chainId: chain.id,
        walletAddress: row.wallet_address,
        toAddress: row.to_address,
        value,
        data,
      }
      yield { id, wallet: row.wallet_address, at, call }
    }
    before = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

/** Sees the transactions newest first, and then tells which were refused, newest first. */
type Judge = { see: (sent: Sent) => void; refused: () => Omit<Sent, 'call'>[] }

function judgeOf(rule: PolicyRule, coins: readonly string[]): Judge {
  return rule.kind === 'day-limit' ? judgeOfDays(rule) : judgeOfEach(rule, coins)
}

function judgeOfEach(rule: PolicyRule, coins: readonly string[]): Judge {
  const refused: Omit<Sent, 'call'>[] = []
  return {
    see: ({ call, ...sent }) => {
      if (refuses(rule, call, { coins })) refused.push(sent)
    },
    refused: () => refused,
  }
}

/** What is refused does not count towards the limit of the next. */
function judgeOfDays(rule: Extract<PolicyRule, { tokenAddress: string }>): Judge {
  const counted: (Omit<Sent, 'call'> & { units: bigint })[] = []
  const amount = BigInt(rule.amount)
  return {
    see: ({ call, ...sent }) => {
      const units = unitsOf(rule.tokenAddress, call)
      if (units > 0n) counted.push({ ...sent, units })
    },
    refused: () => {
      const days = new Map<string, { at: Date; units: bigint }[]>()
      const refused: Omit<Sent, 'call'>[] = []
      for (const { units, ...sent } of counted.toReversed()) {
        const since = sent.at.getTime() - DAY_MS
        const day = (days.get(sent.wallet) ?? []).filter(({ at }) => at.getTime() > since)
        const sentBefore = day.reduce((sum, one) => sum + one.units, 0n)
        if (units + sentBefore > amount) refused.push(sent)
        else day.push({ at: sent.at, units })
        days.set(sent.wallet, day)
      }
      return refused.toReversed()
    },
  }
}
