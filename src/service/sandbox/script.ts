import { sql } from 'kysely'
import { decodeFunctionData, type Address, type Hex } from 'viem'
import { demoCollectibleAbi } from '#protocol/abi/demo-collectible.ts'
import type { SandboxScript, ScriptBehaviour } from '#protocol/sandbox.ts'
import { createJobLoop, type JobLoop } from '#server-kit/jobs/job-loop.ts'
import { approvalRelyingParty } from '#service/approvals/ceremonies.ts'
import { beginDecision, finishDecision } from '#service/approvals/decision.ts'
import { beginSignIn, endSession, findSession, finishSignIn } from '#service/approvals/sessions.ts'
import type {
  HasApprovalUrl,
  HasChain,
  HasDatabase,
  HasLog,
  HasRelay,
  HasSecretKeys,
} from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { findRow } from '#service/db/find-row.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { openKeys } from './customer-keys.ts'
import { DEMO_TOKENS } from './demo-tokens.ts'
import { drip } from './faucet.ts'
import { assertPasskey, type StoredKey } from './software-passkey.ts'

const FIRST_SCRIPT: SandboxScript = { behaviour: 'approve', delaySeconds: 5, receiverDown: false }

/**
 * Returns the script of the organization's sandbox end-users: how they decide about transactions that are held from
 * now on.
 */
export async function readScript(db: Database, organizationId: string): Promise<SandboxScript> {
  const names = ['behaviour', 'delay_seconds', 'receiver_down'] as const
  const row = await findRow(db, 'sandbox_scripts', names, { organization_id: organizationId })
  if (row === undefined) return FIRST_SCRIPT
  return { behaviour: row.behaviour, delaySeconds: row.delay_seconds, receiverDown: row.receiver_down }
}

/**
 * `PUT /sandbox/script`: sets the decisions of scripted end-users from now on. Transactions that are already
 * held keep their plan (ADR 0003).
 */
export const setSandboxScript: Operation<'setSandboxScript', HasDatabase> = async (
  ctx,
  { organizationId },
  { body },
) => {
  const set = {
    behaviour: body.behaviour,
    delay_seconds: body.delaySeconds,
    receiver_down: body.receiverDown,
  }
  await ctx.db
    .insertInto('sandbox_scripts')
    .values({ organization_id: organizationId, ...set })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(set))
    .execute()
  return body
}

const POLL_MS = 500
const BATCH_MAX = 10
/** The account that first claims the NFT of a payment that is meant to fail. */
const RIVAL: Address = '0x0000000000000000000000000000000000005410'

type Due = {
  transaction_id: string
  organization_id: string
  behaviour: ScriptBehaviour
  keys_box: string
  number: number
  data: Hex
}

/** Runs the scripted end-users of a sandbox. */
export function createScript(
  ctx: HasChain & HasDatabase & HasLog & HasRelay & HasApprovalUrl & HasSecretKeys,
): JobLoop {
  return createJobLoop({
    round: () => playScript(ctx),
    pollMs: POLL_MS,
    log: ctx.log,
    complaint: 'the decisions of scripted end-users could not be made',
  })
}

/**
 * Makes the decisions that are due. A decision that failed is retried while its transaction is pending. Returns
 * whether more decisions may be due.
 */
export async function playScript(
  ctx: HasChain & HasDatabase & HasLog & HasRelay & HasApprovalUrl & HasSecretKeys,
): Promise<boolean> {
  const due = await takeDue(ctx)
  for (const plan of due) {
    try {
      const { approval } = openKeys(ctx, plan.organization_id, plan.keys_box)
      // Only a claim fails. Other calls are approved.
      const tokenId = plan.behaviour === 'fail' ? claimedToken(plan.data)?.toString() : undefined
      if (tokenId !== undefined) await drip(ctx, { token: DEMO_TOKENS.erc721, to: RIVAL, tokenId })
      await decide(ctx, approval, plan)
    } catch (error) {
      ctx.log.warn({ err: error, transaction: plan.transaction_id }, 'a scripted end-user could not decide')
      // The ceremony fails if the clock is moved in the middle of it. The decision is tried again a second later.
      await sql`
        update sandbox_plans set done_at = null, due_at = service_now() + interval '1 second'
        where transaction_id = ${plan.transaction_id}::uuid`.execute(ctx.db)
    }
  }
  return due.length === BATCH_MAX
}

async function takeDue(ctx: HasDatabase): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with taken as (
      update sandbox_plans set done_at = service_now() where transaction_id in (
        select transaction_id from sandbox_plans
        where done_at is null and due_at <= service_now() and behaviour <> 'expire'
        order by due_at limit ${BATCH_MAX})
      returning transaction_id, customer_id, behaviour)
    select taken.transaction_id, taken.behaviour, customer.organization_id, customer.keys_box, held.number,
      transactions.data
    from taken
    join sandbox_customers as customer on customer.id = taken.customer_id
    join held_transactions as held on held.transaction_id = taken.transaction_id
    join transactions on transactions.id = taken.transaction_id
    where transactions.state = 'PENDING_USER_APPROVAL'`.execute(ctx.db)
  return rows
}

/** Performs the whole ceremony of the approval app: signs in, begins the decision, and signs it. */
async function decide(
  ctx: HasChain & HasDatabase & HasLog & HasApprovalUrl,
  key: StoredKey,
  due: Due,
): Promise<void> {
  const { origin, rpId } = approvalRelyingParty(ctx)
  const prompt = (options: Record<string, unknown>) =>
    assertPasskey(key, { challenge: String(options['challenge']), origin, rpId })
  const signIn = await beginSignIn(ctx)
  const session = await finishSignIn(ctx, {
    ceremonyId: signIn.ceremonyId,
    response: prompt(signIn.options),
  })
  const approver = await findSession(ctx, session.id)
  if (approver === undefined) return
  try {
    const decision = due.behaviour === 'decline' ? 'reject' : 'approve'
    const transactionUuid = due.transaction_id
    const number = decision === 'approve' ? { number: due.number } : {}
    const begun = await beginDecision(ctx, approver, { body: { transactionUuid, decision, ...number } })
    if (!('ceremonyId' in begun)) return
    const body = { ceremonyId: begun.ceremonyId, response: prompt(begun.options) }
    await finishDecision(ctx, approver, { body })
  } finally {
    await endSession(ctx, approver.sessionHash)
  }
}

function claimedToken(data: Hex): bigint | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: demoCollectibleAbi, data })
    return functionName === 'mint' ? args[1] : undefined
  } catch {
    return undefined
  }
}
