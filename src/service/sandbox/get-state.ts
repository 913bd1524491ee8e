import type { Hex } from 'viem'
import { checksumAddress } from '#protocol/display/address.ts'
import {
  SANDBOX_CUSTOMER_KINDS,
  type SandboxClockAnswer,
  type SandboxCustomerKind,
} from '#protocol/sandbox.ts'
import { notFound } from '#server-kit/http/http-error.ts'
import type {
  HasClock,
  HasDatabase,
  HasLog,
  HasPublicUrl,
  HasSandboxFlag,
  HasSecretKeys,
  HasTimeMachine,
} from '#service/context-parts.ts'
import type { Caller } from '#service/context.ts'
import { findRow } from '#service/db/find-row.ts'
import type { Operation } from '#service/http/endpoint-types.ts'
import { createWebhook } from '#service/webhooks/create-webhook.ts'
import { readScript } from './script.ts'
import type { SandboxTables } from './tables.ts'

const CUSTOMERS_MAX = 50

/**
 * `GET /sandbox/state`: clock, script, receiver and the newest 50 scripted end-users of the organization (ADR
 * 0003).
 */
export const getSandboxState: Operation<
  'getSandboxState',
  HasClock & HasDatabase & HasPublicUrl & HasTimeMachine
> = async (ctx, caller) => {
  const rows = ctx.db
    .selectFrom('sandbox_customers')
    .selectAll()
    .where('organization_id', '=', caller.organizationId)
    .orderBy('created_at', 'desc')
    .limit(CUSTOMERS_MAX)
  const [script, receiverWebhookId, customers] = await Promise.all([
    readScript(ctx.db, caller.organizationId),
    findReceiver(ctx, caller),
    rows.execute(),
  ])
  return { clock: clockAnswer(ctx), script, receiverWebhookId, customers: customers.map(customerAnswer) }
}

/** Returns the kind with which an email address begins (`addCustomer`). */
function kindIn(email: string): SandboxCustomerKind {
  const [written] = email.split('-')
  return SANDBOX_CUSTOMER_KINDS.find((kind) => kind === written) ?? 'customer'
}

export function customerAnswer(row: Omit<SandboxTables['sandbox_customers'], 'keys_box' | 'approver_id'>): {
  id: string
  kind: 'customer' | 'tour'
  walletAddress: Hex
  email: string
  createdAtDatetime: string
} {
  return {
    id: row.id,
    kind: kindIn(row.email),
    walletAddress: checksumAddress(row.wallet_address),
    email: row.email,
    createdAtDatetime: row.created_at.toISOString(),
  }
}

/**
 * `POST /sandbox/clock`: moves the time forward by a number of seconds. Deadlines before the new time have then
 * passed, but nothing runs at the times in between (ADR 0003).
 *
 * @throws NOT_FOUND if there is no sandbox clock
 * @throws CONFLICT beyond ten years
 */
export const advanceSandboxClock: Operation<
  'advanceSandboxClock',
  HasClock & HasLog & HasTimeMachine
> = async (ctx, caller, { body }) => {
  if (ctx.timeMachine === undefined) throw notFound()
  const { seconds } = body
  await ctx.timeMachine.advance(seconds)
  ctx.log.warn({ organization: caller.organizationId, seconds }, 'the time of the sandbox was moved forward')
  return clockAnswer(ctx)
}

function clockAnswer(ctx: HasClock & HasTimeMachine): SandboxClockAnswer {
  return {
    aheadSeconds: ctx.timeMachine?.aheadSeconds() ?? 0,
    nowDatetime: ctx.clock.now().toISOString(),
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const DESCRIPTION = 'Receiver of the sandbox'

/**
 * The status with which the sandbox's own webhook receiver responds. It does not depend on the received webhook.
 *
 * @throws NOT_FOUND
 */
export async function receiverStatus(ctx: HasDatabase, organizationId: string): Promise<204 | 503> {
  if (!UUID.test(organizationId)) throw notFound()
  return (await readScript(ctx.db, organizationId)).receiverDown ? 503 : 204
}

/**
 * `POST /sandbox/receiver`: registers the receiver as a webhook endpoint. Repeating it returns the same endpoint
 * (ADR 0003).
 */
export const connectSandboxReceiver: Operation<
  'connectSandboxReceiver',
  HasClock & HasDatabase & HasPublicUrl & HasSandboxFlag & HasSecretKeys
> = async (ctx, caller) => {
  const known = await findReceiver(ctx, caller)
  if (known !== null) return { webhookId: known }
  const body = { url: receiverUrl(ctx, caller), description: DESCRIPTION }
  return { webhookId: (await createWebhook(ctx, caller, { body })).id }
}

async function findReceiver(ctx: HasDatabase & HasPublicUrl, caller: Pick<Caller, 'organizationId'>) {
  const receiver = { organization_id: caller.organizationId, url: receiverUrl(ctx, caller) }
  const row = await findRow(ctx.db, 'webhook_endpoints', ['id'], receiver)
  return row?.id ?? null
}

function receiverUrl(ctx: HasPublicUrl, caller: Pick<Caller, 'organizationId'>): string {
  return `${ctx.settings.publicUrl}/sandbox/receiver/${caller.organizationId}`
}
