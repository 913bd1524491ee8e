import { sql, type RawBuilder } from 'kysely'
import type { Hex } from 'viem'
import type { Policy } from '#protocol/policies.ts'
import type { ExecuteCall } from '#protocol/signing/execute-digest.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { apiError } from '#server-kit/http/http-error.ts'
import { mayMove } from '#service/ledger/read-transactions.ts'
import { refuses, unitsOf } from './evaluate-rule.ts'

/** A policy that holds, its addresses in lower case. */
export type HoldingPolicy = Pick<Policy, 'id' | 'name' | 'rule'> & {
  /** The coins on the organization's list, for a rule that needs them. */
  coins: string[] | null
  /** Of a rule that wants an approval: those of its approvers who have enrolled, in its order. */
  approvers: EnrolledApprover[] | null
}

type EnrolledApprover = { id: string; administratorId: string | null }

/**
 * SQL: the policies that hold for the wallet of a row with `organization_id`, oldest first; null where there are none. A
 * part of the query that reads the row: who has no policies makes no query for them. An approval is wanted of wallets
 * alone that the organization operates: the others have their end-user's.
 *
 * @param wallet The column of the row that has the wallet's address
 */
export function holdingPolicies(row: string, wallet: string): RawBuilder<HoldingPolicy[] | null> {
  return sql`(
    select jsonb_agg(
      jsonb_build_object('id', policy.id, 'name', policy.name, 'rule', policy.rule, 'coins', case
        when policy.rule->>'kind' = 'recipients' then (
          select jsonb_agg(token.address) from organization_allowed_tokens as token
          where token.organization_id = policy.organization_id and token.standard = 'erc20')
        end,
        'approvers', case when policy.rule->>'kind' = 'approval' then (
          select jsonb_agg(jsonb_build_object('id', approver.id, 'administratorId', named.one->>'administratorId')
            order by named.place)
          from jsonb_array_elements(policy.rule->'approvers') with ordinality as named (one, place)
          join approvers as approver on approver.organization_id = policy.organization_id
            and approver.external_user_id is null and approver.email = named.one->>'email'
          where approver.enrolled_at is not null)
        end)
      order by policy.created_at, policy.id)
    from policies as policy
    where policy.organization_id = ${sql.ref(`${row}.organization_id`)} and policy.enabled
      and (policy.wallet_address is null or policy.wallet_address = ${sql.ref(`${row}.${wallet}`)})
      and (policy.rule->>'kind' <> 'approval' or ${isOfOwnWallet(row, wallet)}))`
}

/** SQL: whether a row with `organization_id` is about a wallet that the organization operates. */
export function isOfOwnWallet(row: string, wallet: string): RawBuilder<boolean> {
  return sql`exists (
    select from wallets as own
    where own.organization_id = ${sql.ref(`${row}.organization_id`)} and own.address = ${sql.ref(`${row}.${wallet}`)}
      and own.external_user_id = '' and own.status <> 'failed')`
}

/**
 * Whose approval a call, or a message (no `call`), needs by the policies: the first whom each of them names and `isEligible` accepts; `undefined` where
 * none wants one.
 *
 * @throws POLICY_REFUSED when there is no such person
 */
export function approverOf(
  { chain }: Pick<Context, 'chain'>,
  { call, policies }: { call?: ExecuteCall; policies: readonly HoldingPolicy[] },
  isEligible: (approver: EnrolledApprover) => boolean,
): string | undefined {
  const isOver = (rule: Policy['rule']) => call === undefined || refuses(rule, { ...call, chainId: chain.id })
  const wanting = policies.filter(({ rule }) => rule.kind === 'approval' && isOver(rule))
  const [first] = wanting
  if (first === undefined) return undefined
  const isNamedByAll = ({ id }: EnrolledApprover) =>
    wanting.every(({ approvers }) => approvers?.some((one) => one.id === id))
  const found = first.approvers?.find((one) => isEligible(one) && isNamedByAll(one))
  if (found === undefined) throw policyRefused(first, NO_APPROVER)
  return found.id
}

const NO_APPROVER =
  'wants the approval of another administrator, and of those it names none has enrolled in the approval app'

type Checked = { organizationId: string; digest: Hex; call: ExecuteCall; policies: readonly HoldingPolicy[] }

/**
 * What has to be checked again in the database transaction that stores the call, before it does: absent where no limit
 * of a day is concerned.
 */
export type BeforeStored = (trx: Transaction) => Promise<void>

/**
 * Checks a call against the policies that hold for its wallet. Limits of a day are checked once more when it is stored:
 * under a lock of the wallet's row, so that of two that race for what is left the second sees the first.
 *
 * @throws POLICY_REFUSED, which names the policy
 */
export function requirePolicies(
  { chain, clock }: Pick<Context, 'chain' | 'clock'>,
  checked: Checked,
): BeforeStored | undefined {
  const call = { ...checked.call, chainId: chain.id }
  const refusing = checked.policies.find(
    ({ rule, coins }) => rule.kind !== 'approval' && refuses(rule, call, { coins: coins ?? [] }),
  )
  if (refusing !== undefined) throw policyRefused(refusing)
  const limits = checked.policies.filter(
    ({ rule }) => rule.kind === 'day-limit' && unitsOf(rule.tokenAddress, call) > 0n,
  )
  if (limits.length === 0) return undefined
  return async (trx) => {
    const day = await lockDay(trx, checked, clock.now())
    for (const policy of limits) {
      const { rule } = policy
      if (rule.kind !== 'day-limit') continue
      const sentBefore = day.reduce((sum, sent) => sum + unitsOf(rule.tokenAddress, { ...call, ...sent }), 0n)
      if (refuses(rule, call, { sentBefore })) throw policyRefused(policy)
    }
  }
}

function policyRefused({ id, name }: HoldingPolicy, why?: string) {
  const options = { details: { policyId: id, policyName: name } }
  return why === undefined
    ? apiError('POLICY_REFUSED', name, options)
    : apiError('POLICY_REFUSED', name, why, options)
}

/** A limit of a day is of the last 24 hours, at any moment. */
export const DAY_MS = 24 * 60 * 60_000

/** What else the wallet sent in the last 24 hours, has in flight or holds. Its row stays locked until the transaction ends. */
async function lockDay(trx: Transaction, { organizationId, digest, call }: Checked, now: Date) {
  const wallet = lowerCase(call.walletAddress)
  await trx
    .selectFrom('wallets')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('address', '=', wallet)
    .where('status', '<>', 'failed')
    .forNoKeyUpdate()
    .execute()
  return trx
    .selectFrom('transactions')
    .select(['to_address as toAddress', 'value', 'data'])
    .where('organization_id', '=', organizationId)
    .where('wallet_address', '=', wallet)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .where('digest', '<>', digest)
    .where(mayMove)
    .execute()
}
