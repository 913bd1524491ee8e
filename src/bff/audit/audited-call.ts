import * as z from 'zod/mini'
import type { BffContext, AuditBy } from '#bff/context.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { type AuditDetails, auditDetailsSchema, type AuditResult } from '#protocol/audit.ts'
import { isStoredField } from './audited-fields.ts'
import { type AuditInput, recordAudit } from './record-audit.ts'
import { randomUUID } from 'node:crypto'
import { toHttpError } from '#server-kit/http/error-reply.ts'

type Call = {
  params?: Record<string, string | undefined> | undefined
  body?: unknown
  /** Values that the change replaces, if they are recorded. */
  before?: unknown
}

/**
 * Makes a change at the service on behalf of a person, and records plain facts of its request and response in the
 * audit log.
 */
export function auditedCall<Content>(
  ctx: BffContext,
  action: string,
  by: AuditBy,
  call: Call,
  send: () => Promise<UpstreamAnswer<Content>>,
): Promise<UpstreamAnswer<Content>> {
  const params = Object.values(call.params ?? {}).filter((value) => value !== undefined)
  const target = params.length === 0 ? idOf(call.body) : params.join('/')
  const details = { ...safeDetails({ before: call.before }), ...safeDetails(call.body) }
  const input: AuditInput = { ...by, action, target, details }
  return audited(ctx, input, send, ({ content }) => ({
    target: params.length === 0 ? idOf(content) : undefined,
    details: answerDetails(content),
  }))
}

const named = z.object({
  id: z.optional(z.string()),
  transactionUuid: z.optional(z.string()),
  transactionHash: z.optional(z.string()),
  address: z.optional(z.string()),
  domain: z.optional(z.string()),
  walletAddress: z.optional(z.string()),
})

/** Id that identifies the target later. */
function idOf(content: unknown): string | null {
  const found = z.safeParse(named, content).data
  if (found === undefined) return null
  const { id, transactionUuid, transactionHash, address, domain, walletAddress } = found
  return id ?? transactionUuid ?? transactionHash ?? address ?? domain ?? walletAddress ?? null
}

/** Storable fields of a response. A list is not recorded. */
function answerDetails(content: unknown) {
  return Array.isArray(content) ? {} : safeDetails(content)
}

const DEPTH_MAX = 3

/**
 * Flattens the storable fields of any JSON: `{ ipAllowList: { mode } }` becomes `ipAllowList.mode`. Lists are
 * joined.
 */
function safeDetails(value: unknown): AuditDetails {
  return Object.fromEntries(fieldsOf(value, '', 0))
}

function fieldsOf(value: unknown, path: string, depth: number): [string, AuditDetails[string]][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEPTH_MAX) return []
  return Object.entries(value).flatMap(([name, field]): [string, AuditDetails[string]][] => {
    if (name === 'url') return hostOf(field, path)
    const plain = isStoredField(name) ? plainOf(field) : undefined
    return plain === undefined ? fieldsOf(field, `${path}${name}.`, depth + 1) : [[`${path}${name}`, plain]]
  })
}

/** Converts a plain value or a list of plain values. Undefined for anything else. */
function plainOf(field: unknown): AuditDetails[string] | undefined {
  if (field === null || typeof field === 'boolean' || typeof field === 'number') return field
  if (typeof field === 'string') return field
  const isList = Array.isArray(field) && field.every((item) => typeof item === 'string')
  return isList ? field.join(', ') : undefined
}

/** Host of a URL. The path and query are omitted, because a webhook's path often is its only secret. */
function hostOf(field: unknown, path: string): [string, string][] {
  return typeof field === 'string' && URL.canParse(field) ? [[`${path}host`, new URL(field).host]] : []
}

type AuditResultDetails = { target?: string | null | undefined; details?: AuditDetails | undefined }
type AuditedContext = Pick<BffContext, 'db' | 'clock' | 'vault' | 'log'>

/**
 * Runs a call of the service and records its result. The call is stored before it starts, so it never runs without
 * a record. If this process ends during the call, the entry is `unknown`.
 */
export async function audited<Result>(
  ctx: AuditedContext,
  input: AuditInput,
  work: () => Promise<Result>,
  detailsOf: (result: Result) => AuditResultDetails = () => ({}),
): Promise<Result> {
  const occurredAt = ctx.clock.now()
  const id = await begin(ctx, { ...input, occurredAt })
  const finish = (result: AuditResult, known: AuditResultDetails) =>
    end(ctx, id, {
      ...input,
      occurredAt,
      result,
      target: known.target ?? input.target,
      details: { ...input.details, ...known.details },
    })
  try {
    const result = await work()
    await finish('done', detailsOf(result))
    return result
  } catch (error) {
    const { status, code } = toHttpError(error)
    await finish(status < 500 ? 'refused' : 'failed', { details: { status, ...(code && { code }) } })
    throw error
  }
}

async function begin(ctx: AuditedContext, input: AuditInput): Promise<string> {
  const id = randomUUID()
  const row = { id, organization_id: input.organizationId, input: JSON.stringify(input) }
  await ctx.db
    .insertInto('bff_audit_begun')
    .values({ ...row, begun_at: ctx.clock.now() })
    .execute()
  return id
}

/**
 * Records the result. Logs a failure and does not throw, because the call has already happened and its response may
 * hold a secret.
 */
async function end(ctx: AuditedContext, id: string, input: AuditInput): Promise<void> {
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const begun = await trx
        .deleteFrom('bff_audit_begun')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      // The call took so long that it was recorded as lost. This second entry has its result.
      const details = begun === undefined ? { ...input.details, late: true } : input.details
      await recordAudit(ctx, trx, { ...input, details })
    })
  } catch (cause) {
    ctx.log.error({ requestId: input.requestId, action: input.action, err: cause }, 'the audit entry is late')
  }
}

/**
 * Time after which a call without a result counts as lost, in milliseconds. Longer than any call of the service.
 */
const LOST_AFTER_MS = 5 * 60_000

const begunSchema = z.object({
  organizationId: z.string(),
  actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  action: z.string(),
  target: z.nullable(z.string()),
  details: auditDetailsSchema,
  requestId: z.string(),
  ipAddress: z.optional(z.nullable(z.string())),
  occurredAt: z.string(),
})

/** Records calls that an ended process had started. Call it before reading the log. */
export async function recordLost(ctx: Pick<BffContext, 'db' | 'clock' | 'vault'>, organizationId: string) {
  const before = new Date(ctx.clock.now().getTime() - LOST_AFTER_MS)
  const lost = await ctx.db
    .selectFrom('bff_audit_begun')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('begun_at', '<', before)
    .orderBy('begun_at')
    .execute()
  for (const { id } of lost) await enterLost(ctx, id)
}

function enterLost(ctx: Pick<BffContext, 'db' | 'clock' | 'vault'>, id: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom('bff_audit_begun')
      .where('id', '=', id)
      .returning('input')
      .executeTakeFirst()
    if (taken === undefined) return
    const { occurredAt, ...input } = begunSchema.parse(JSON.parse(taken.input))
    await recordAudit(ctx, trx, { ...input, occurredAt: new Date(occurredAt), result: 'unknown' })
  })
}
