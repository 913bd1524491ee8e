import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Hex } from 'viem'
import { countRequired, type Policy } from '#protocol/policies.ts'
import { apiError, type ApiError } from '#server-kit/http/http-error.ts'
import { lowerCase } from '#service/chain/rpc-schemas.ts'
import type { HasChain, HasClock, HasDatabase } from '#service/context-parts.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { ChargedFee } from '#service/organizations/fee-settings.ts'
import { enrolledApproverId } from '#service/wallets/approval-wallet.ts'
import { refuses, countUnits, countUnitsEarlier, type PolicySubject } from './evaluate-rule.ts'
import { lockWallet, readDay } from './read-day.ts'

// Re-exported for modules that need to know whose approval a call needs.
export { enrolledApproverId }

/** A policy that applies, with its addresses in lower case. */
export type HoldingPolicy = Pick<Policy, 'id' | 'name' | 'rule'> & {
  /** The fungible tokens on the organization's list, for a rule that needs them. */
  coins: string[] | null
  /** The enrolled approvers of an approval rule, in its order. */
  approvers: EnrolledApprover[] | null
}

export type EnrolledApprover = {
  id: string
  email: string
  administratorId: string | null
  name: string | null
}

/**
 * The people who are asked, in the order of the policy, and the number of their approvals that is required. `version`
 * changes whenever one of the policies that ask them changes (`policyIds`).
 */
export type AskedApprovers = {
  approvers: readonly EnrolledApprover[]
  required: number
  policyIds: readonly string[]
  version: string
}

/**
 * SQL: the policies that apply to the wallet of a row with `organization_id`, oldest first. Null if there are none.
 * The SQL is part of the query that reads the row, so that organizations without policies need no further query. An
 * approval policy applies until the wallet's end-user has enrolled. After that, the end-user approves.
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
          select jsonb_agg(jsonb_build_object('id', approver.id, 'email', approver.email,
            'administratorId', named.one->>'administratorId', 'name', named.one->>'name') order by named.place)
          from jsonb_array_elements(policy.rule->'approvers') with ordinality as named (one, place)
          join approvers as approver on approver.organization_id = policy.organization_id
            and approver.external_user_id is null and approver.email = named.one->>'email'
          where approver.enrolled_at is not null and named.one->'removed' is null)
        end)
      order by policy.created_at, policy.id)
    from policies as policy
    where policy.organization_id = ${sql.ref(`${row}.organization_id`)} and policy.enabled
      and (policy.wallet_address is null or policy.wallet_address = ${sql.ref(`${row}.${wallet}`)})
      and (policy.rule->>'kind' <> 'approval' or ${endUserApproverId(row, wallet)} is null))`
}

/**
 * SQL: the id of the end-user who approves for the wallet of a row with `organization_id`. Null before they
 * have enrolled.
 */
export function endUserApproverId(row: string, wallet: string): RawBuilder<string | null> {
  return sql`(
    select ${enrolledApproverId('own')} from wallets as own
    where own.organization_id = ${sql.ref(`${row}.organization_id`)} and own.address = ${sql.ref(`${row}.${wallet}`)}
      and own.status <> 'failed')`
}

type Approvable = { subject: PolicySubject; policies: readonly HoldingPolicy[] }

/** Returns those of the named approvers who may decide a request, each person once. */
export type ChoosePeople = (named: readonly EnrolledApprover[]) => EnrolledApprover[]

/**
 * Finds the people whom the policies ask to approve a call or a message: everyone whom every policy names and
 * `choosePeople` returns. The most that one of the policies requires must approve. Returns undefined if no policy
 * requires an approval.
 *
 * @throws POLICY_REFUSED if there are fewer such people than required
 */
export function findApprovers(
  approvable: Approvable,
  choosePeople: ChoosePeople,
): AskedApprovers | undefined {
  const wanting = policiesWantingApproval(approvable)
  const [first] = wanting
  if (first === undefined) return undefined
  const approvers = choosePeople((first.approvers ?? []).filter(({ id }) => isNamedByAll(wanting, id)))
  const required = Math.max(...wanting.map(({ rule }) => countRequired(rule)))
  const lacking = wanting.find(({ rule }) => countRequired(rule) > approvers.length)
  if (lacking !== undefined) throw policyRefused(lacking, tooFewApprovers(required, approvers.length))
  return { approvers, required, policyIds: wanting.map(({ id }) => id), version: hashPolicies(wanting) }
}

/**
 * Returns a hash of the rules. They come from the database, which writes equal rules in the same way, so equal rules
 * have equal hashes.
 */
function hashPolicies(policies: readonly HoldingPolicy[]): string {
  const rules = policies.map(({ id, rule }) => [id, rule])
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex')
}

/** The people who approved a call or a message, and the number that was required when it was held. */
export type GivenApprovals = { approvedBy: readonly string[]; required: number }

/**
 * Whether earlier approvals still count. If the end-user is enrolled (`endUserId`), the approval must be theirs.
 * Otherwise, as many people must have approved as were required when the request was held and are required now. A
 * person counts only if every policy that requires an approval names them.
 */
export function isStillApproved(
  approvable: Approvable & { endUserId: string | undefined },
  given: GivenApprovals,
): boolean {
  const { endUserId } = approvable
  if (endUserId !== undefined) return given.approvedBy.includes(endUserId)
  return given.approvedBy.length >= given.required && findLacking(approvable, given) === undefined
}

/**
 * Requires that the approvals suffice for the present policies too.
 *
 * @throws POLICY_REFUSED, which names the policy
 */
export function requireApprovals(approvable: Approvable, given: GivenApprovals): void {
  const lacking = findLacking(approvable, given)
  if (lacking === undefined) return
  const counted = countNamed(policiesWantingApproval(approvable), given.approvedBy)
  throw policyRefused(
    lacking,
    tooFewApprovals(Math.max(given.required, countRequired(lacking.rule)), counted),
  )
}

/** Returns the first policy that requires more approvals of the people whom all policies name. */
function findLacking(
  approvable: Approvable,
  { approvedBy, required }: GivenApprovals,
): HoldingPolicy | undefined {
  const wanting = policiesWantingApproval(approvable)
  const counted = countNamed(wanting, approvedBy)
  return wanting.find(({ rule }) => counted < Math.max(required, countRequired(rule)))
}

/** Returns the policies that require an approval of a call or a message, oldest first. */
export function policiesWantingApproval({ subject, policies }: Approvable): HoldingPolicy[] {
  return policies.filter(({ rule }) => rule.kind === 'approval' && refuses(rule, subject))
}

/** Counts the people whom every policy names. */
function countNamed(wanting: readonly HoldingPolicy[], approvedBy: readonly string[]): number {
  return new Set(approvedBy.filter((id) => isNamedByAll(wanting, id))).size
}

function isNamedByAll(policies: readonly HoldingPolicy[], id: string): boolean {
  return policies.every(({ approvers }) => approvers?.some((one) => one.id === id))
}

/**
 * Explains a refusal. The requester, removed members and people without a passkey of the approval app cannot approve.
 */
function tooFewApprovers(required: number, able: number): string {
  const approvals =
    required === 1 ? 'the approval of another person' : `${required} approvals of other people`
  return `requires ${approvals}, and ${able} of those whom it names can approve in the approval app`
}

function tooFewApprovals(required: number, counted: number): string {
  const approvals = required === 1 ? '1 approval' : `${required} approvals`
  return `requires ${approvals} now, and people whom it names now gave ${counted}: sign it again`
}

/** `charged`: the fee that the organization charges at present. */
type Checked = Approvable & { organizationId: string; digest: Hex; charged: ChargedFee | undefined }

/**
 * A check that is repeated in the database transaction that stores the call or the message, before it is
 * stored. Undefined if no daily limit applies.
 */
export type BeforeStored = (trx: Transaction) => Promise<void>

/**
 * Checks a call or a message against the policies of its wallet. Daily limits are checked once more when it
 * is stored, under a lock of the wallet's row. The second of two concurrent
 * requests for the rest of a limit therefore sees the first.
 *
 * @throws POLICY_REFUSED, which names the policy
 */
export function requirePolicies(ctx: HasChain & HasClock, checked: Checked): BeforeStored | undefined {
  const limits = requireRules(checked)
  if (limits.length === 0) return undefined
  const { organizationId, subject } = checked
  return async (trx) => {
    await lockWallet(trx, { organizationId, wallet: lowerCase(subject.walletAddress) })
    await requireDayLimits(ctx, trx, checked, limits)
  }
}

/**
 * Makes the same check for an unsigned call, without a lock. If two concurrent calls both need the rest of a daily
 * limit, the check at storage decides.
 *
 * @throws POLICY_REFUSED, which names the policy
 */
export async function requirePoliciesUnlocked(
  ctx: HasChain & HasClock & HasDatabase,
  checked: Checked,
): Promise<void> {
  const limits = requireRules(checked)
  if (limits.length > 0) await requireDayLimits(ctx, ctx.db, checked, limits)
}

/**
 * Applies the rules to one call or message. Returns the daily limits, which also count earlier ones. @throws
 * POLICY_REFUSED
 */
function requireRules({ subject, policies }: Checked): HoldingPolicy[] {
  const refusing = policies.find(
    ({ rule, coins }) => rule.kind !== 'approval' && refuses(rule, subject, { coins: coins ?? [] }),
  )
  if (refusing !== undefined) throw refusedBy(refusing, subject)
  return policies.filter(
    ({ rule }) => rule.kind === 'day-limit' && countUnits(rule.tokenAddress, subject, rule.kind) > 0n,
  )
}

/** @throws POLICY_REFUSED */
async function requireDayLimits(
  { chain, clock }: HasChain & HasClock,
  db: Database,
  { organizationId, digest, subject, charged }: Checked,
  limits: readonly HoldingPolicy[],
): Promise<void> {
  const inDay = { organizationId, wallet: lowerCase(subject.walletAddress), digest, now: clock.now() }
  const day = await readDay(db, inDay, { chainId: chain.id, charged })
  for (const policy of limits) {
    const { rule } = policy
    if (rule.kind !== 'day-limit') continue
    let sentBefore = 0n
    for (const [index, sent] of day.entries()) {
      sentBefore += countUnitsEarlier(rule.tokenAddress, sent)
      if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await setImmediate()
    }
    if (refuses(rule, subject, { sentBefore })) throw refusedBy(policy, subject)
  }
}

/**
 * Number of a day's calls that are read before other requests are served. Reading a large batch takes
 * milliseconds.
 */
const READ_AT_ONCE = 4

/** Creates the refusal of a call, or of the signature of a message. */
function refusedBy(policy: HoldingPolicy, subject: PolicySubject): ApiError {
  return policyRefused(policy, 'messageWay' in subject ? 'refuses this signature' : undefined)
}

function policyRefused({ id, name }: HoldingPolicy, why?: string): ApiError {
  const options = { details: { policyId: id, policyName: name } }
  return why === undefined
    ? apiError('POLICY_REFUSED', name, options)
    : apiError('POLICY_REFUSED', name, why, options)
}
