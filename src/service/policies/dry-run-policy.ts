import { sql } from 'kysely'
import type { Address } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import type { PolicyDryRun, PolicyRule } from '#protocol/policies.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { mayMove } from '#service/ledger/read-transactions.ts'
import { findFee } from '#service/organizations/fee-settings.ts'
import { selectAllowed } from '#service/tokens/allowed-tokens.ts'
import { ownAddress } from './create-policy.ts'
import { countUnits, countUnitsEarlier, refuses, UNBOUNDED, type PolicyCall } from './evaluate-rule.ts'
import { storedRule } from './list-policies.ts'
import { policyCall } from './policy-subject.ts'
import { DAY_MS } from './read-day.ts'
import { endUserApproverId } from './require-policies.ts'

export const DRY_RUN_DAYS = 30
/** Maximum number of transactions that a dry run reads, the newest first. */
const TRANSACTIONS_MAX = 20_000
const PAGE = 500
const NEWEST_SHOWN = 20

/**
 * `POST /v1/org/policies/dry-run`: returns which transactions of the last 30 days a policy would have
 * refused, or held for approval, with the fee that is charged now. Refused transactions do not count toward
 * its daily limit. Transactions that moved nothing are omitted, and messages are not checked. It stores
 * nothing. Source: ADR 0014.
 *
 * @throws WALLET_NOT_OWNED for another organization's wallet and for an unknown one
 */
export const dryRunPolicy: Operation<'dryRunPolicy', HasChain & HasClock & HasDatabase> = async (
  ctx,
  { organizationId },
  { body },
) => {
  const wallet = await ownAddress(ctx, organizationId, body.walletAddress)
  const since = new Date(ctx.clock.now().getTime() - DRY_RUN_DAYS * DAY_MS)
  const rule = storedRule(body.rule)
  const allowed = await selectAllowed(ctx.db, organizationId).where('standard', '=', 'erc20').execute()
  const coins = allowed.map(({ address }) => address)
  const charged = await findFee(ctx.db, organizationId)
  const days = new Map<Address, { at: number; units: bigint }[]>()
  const refused: PolicyDryRun['newestRefused'] = []
  let transactions = 0
  let refusedUnits = 0n
  const all = readSent(ctx.db, organizationId, { wallet, rule, since })
  for await (const { id, created_at: createdAt, wallet_address: walletAddress, ...sent } of all) {
    transactions += 1
    const call = policyCall(ctx.chain.id, { ...sent, walletAddress }, charged)
    const at = createdAt.getTime()
    const day = (days.get(walletAddress) ?? []).filter((one) => one.at > at - DAY_MS)
    const sentBefore = day.reduce((sum, { units }) => sum + units, 0n)
    if (refuses(rule, call, { sentBefore, coins })) {
      const units = countAmount(rule, call)
      refusedUnits += units ?? 0n
      refused.push({
        transactionUuid: id,
        walletAddress: checksumAddress(walletAddress),
        createdAtDatetime: createdAt.toISOString(),
        ...(units !== undefined && { amount: String(units) }),
      })
    } else if (rule.kind === 'day-limit') {
      days.set(walletAddress, [...day, { at, units: countUnitsEarlier(rule.tokenAddress, call) }])
    }
  }
  return {
    transactions,
    refusedTransactions: refused.length,
    ...(hasAmounts(rule) && refusedUnits < UNBOUNDED && { refusedAmount: String(refusedUnits) }),
    newestRefused: refused.slice(-NEWEST_SHOWN).toReversed(),
  }
}

function hasAmounts(rule: PolicyRule): rule is Exclude<PolicyRule, { kind: 'recipients' }> {
  return rule.kind !== 'recipients' && !(rule.kind === 'approval' && rule.everything === true)
}

/** Returns the units of the rule's token that a call moves. Undefined if they cannot be counted. */
function countAmount(rule: PolicyRule, call: PolicyCall): bigint | undefined {
  if (!hasAmounts(rule)) return undefined
  const units = countUnits(rule.tokenAddress, call, rule.kind)
  return units < UNBOUNDED ? units : undefined
}

/**
 * Reads the newest transactions, oldest first. The rows are read in pages, because calls may be long and other
 * requests can run between two pages.
 */
async function* readSent(
  db: Database,
  organizationId: string,
  { wallet, rule, since }: { wallet: Address | null; rule: PolicyRule; since: Date },
) {
  const all = db
    .selectFrom('transactions')
    .select(['id', 'wallet_address', 'to_address as toAddress', 'value', 'data', 'created_at'])
    .select(['fee', 'fee_coin_address as feeCoinAddress', 'fee_withdraw_address as feeWithdrawAddress'])
    .where('organization_id', '=', organizationId)
    .where('created_at', '>', since)
    .where(mayMove)
    .$if(wallet !== null, (select) => select.where('wallet_address', '=', wallet))
    .$if(rule.kind === 'approval', (select) =>
      select.where(endUserApproverId('transactions', 'wallet_address'), 'is', null),
    )
  const tooOld = all.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(TRANSACTIONS_MAX).limit(1)
  let last = await tooOld.executeTakeFirst()
  for (let count = PAGE; count === PAGE;) {
    const { created_at: at, id } = last ?? { created_at: since, id: '00000000-0000-0000-0000-000000000000' }
    const page = await all
      .where(sql<boolean>`(created_at, id) > (${at}::timestamptz, ${id}::uuid)`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield* page
    last = page.at(-1)
    count = page.length
  }
}
