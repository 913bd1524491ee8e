import * as z from 'zod/mini'
import type {
  HasClock,
  HasDatabase,
  HasKeyVault,
  HasLive,
  HasLog,
  HasWebhookRefusals,
} from '#bff/context-parts.ts'
import type { Exchange } from '#bff/context.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { EVENT_OF_STATE, type NotifiedState } from '#protocol/events.ts'
import { uuidSchema, hashSchema } from '#protocol/fields.ts'
import { TRANSACTION_STATES } from '#protocol/transaction-states.ts'
import { tryJson } from '#server-kit/http/parse-json.ts'
import { readText } from '#server-kit/http/read-body.ts'
import {
  isSignedBy,
  readWebhookHeaders,
  WEBHOOK_TOLERANCE_SECONDS,
} from '#server-kit/webhooks/webhook-signature.ts'
import { hookSecretContext, recordContact, type HostedUpstreamRow } from './hosted-upstream-row.ts'
import { noteOutcome, type Outcome } from './note-outcome.ts'

/**
 * `POST /api/upstream/webhooks/:hookId`: receives a webhook of the hosted service. Only signed webhooks are
 * accepted. A repeated id changes nothing. Unknown events are accepted and ignored. Source: ADR 0003.
 */
export async function receiveWebhook(
  ctx: HasClock & HasDatabase & HasLive & HasLog & HasKeyVault & HasWebhookRefusals,
  exchange: Exchange,
): Promise<Response> {
  const hook = await findHook(ctx, exchange.req.param('hookId') ?? '')
  if (hook === undefined) throw bffError('NOT_FOUND')
  if (hook.secret_sealed === null)
    throw bffError('WEBHOOK_SECRET_MISSING', { headers: { 'retry-after': '60' } })
  const secret = ctx.vault.open(hook.secret_sealed, hookSecretContext(hook.organization_id))
  const body = await readText(exchange.req.raw)
  const { id } = requireSigned(ctx, hook, { secret, headers: exchange.req.raw.headers, body })
  await recordContact(ctx, hook.organization_id, 'webhook_heard_at')
  const outcome = readOutcome(body)
  if (outcome === undefined) ctx.log.info({ event: 'hosted_webhook_ignored', webhookId: id })
  else {
    await forgetForeignOutcomes(ctx)
    await noteOutcome(ctx, hook.organization_id, outcome)
    if (OF_THE_CHAIN.has(outcome.status)) await recordContact(ctx, hook.organization_id, 'chain_heard_at')
  }
  return answer({ received: true })
}

const OF_THE_CHAIN: ReadonlySet<NotifiedState> = new Set(['SUBMITTED', 'CONFIRMED', 'FAILED'] as const)

/**
 * Retention of reports about unknown transactions, in milliseconds. Such a transaction was executed elsewhere, unless
 * the response of execute follows within seconds.
 */
const FOREIGN_KEPT_MS = 86_400_000

async function forgetForeignOutcomes(ctx: HasClock & HasDatabase): Promise<void> {
  await ctx.db
    .deleteFrom('bff_hosted_transaction')
    .where('call', 'is', null)
    .where('learnt_at', '<', new Date(ctx.clock.now().getTime() - FOREIGN_KEPT_MS))
    .execute()
}

async function findHook(ctx: HasDatabase, hookId: string): Promise<HostedUpstreamRow | undefined> {
  if (!z.safeParse(uuidSchema, hookId).success) return undefined
  return ctx.db
    .selectFrom('bff_hosted_upstream')
    .selectAll()
    .where('hook_id', '=', hookId.toLowerCase())
    .executeTakeFirst()
}

/** @throws WEBHOOK_REFUSED, with a reason that the console displays during setup */
function requireSigned(
  ctx: HasClock & HasWebhookRefusals,
  hook: HostedUpstreamRow,
  { secret, headers, body }: { secret: string; headers: Headers; body: string },
) {
  const refuse = (reason: string) => {
    ctx.webhookRefusals.set(hook.organization_id, { at: ctx.clock.now(), reason })
    return bffError('WEBHOOK_REFUSED', reason)
  }
  const webhook = readWebhookHeaders(headers)
  if (typeof webhook === 'string') throw refuse(`the header ${webhook} is missing or not readable`)
  if (!isSignedBy(secret, webhook, body)) throw refuse('it is not signed with the secret that was entered')
  const offSeconds = Math.abs(ctx.clock.now().getTime() / 1000 - webhook.timestampSeconds)
  if (offSeconds > WEBHOOK_TOLERANCE_SECONDS) {
    throw refuse('its time is more than five minutes from ours; check both clocks')
  }
  return webhook
}

const REASON_LENGTH_MAX = 500

const messageSchema = z.object({
  type: z.optional(z.string()),
  event: z.optional(z.string()),
  data: z.optional(z.unknown()),
})
const dataSchema = z.object({
  transactionUuid: uuidSchema,
  transactionHash: z.optional(z.unknown()),
  reason: z.optional(z.unknown()),
})

/**
 * Reads a webhook's report of a transaction. The specification names two events and shows no payload. So only the
 * event's name (`type` or `event`) and the `transactionUuid`, in `data` or next to it, are required. Undefined for
 * other events, tests and unreadable bodies.
 */
function readOutcome(body: string): Outcome | undefined {
  const json = tryJson(body)
  const message = messageSchema.safeParse(json).data
  const status = readState(message?.type ?? message?.event)
  const data = dataSchema.safeParse(message?.data ?? json).data
  if (status === undefined || data === undefined) return undefined
  const hash = hashSchema.safeParse(
    typeof data.transactionHash === 'string' ? data.transactionHash.toLowerCase() : null,
  )
  return {
    transactionUuid: data.transactionUuid.toLowerCase(),
    status,
    source: 'webhook',
    transactionHash: hash.data ?? null,
    reason: typeof data.reason === 'string' ? plain(data.reason) : null,
  }
}

function readState(type: string | undefined): NotifiedState | undefined {
  if (type === 'transaction.cancelled') return 'CANCELLED'
  return TRANSACTION_STATES.filter((state) => state !== 'PENDING_USER_APPROVAL').find(
    (state) => EVENT_OF_STATE[state] === type,
  )
}

/** Makes text from outside safe to display: no control characters, limited length. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, REASON_LENGTH_MAX)
}
