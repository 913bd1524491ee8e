import * as z from 'zod/mini'
import type { BffContext, AuditBy } from '#bff/context.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import type { AuditDetails } from '#protocol/audit.ts'
import { audited } from './audited.ts'
import type { AuditInput } from './record-audit.ts'

type Call = {
  params?: Record<string, string | undefined> | undefined
  body?: unknown
  /** What the change replaces, where that is recorded. */
  before?: unknown
}

/** A change at the service in a person's name, with its audit entry: plain facts of request and answer. */
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

/** The id by which the target is found again. */
function idOf(content: unknown): string | null {
  const found = z.safeParse(named, content).data
  if (found === undefined) return null
  const { id, transactionUuid, transactionHash, address, domain, walletAddress } = found
  return id ?? transactionUuid ?? transactionHash ?? address ?? domain ?? walletAddress ?? null
}

/** A list is not recorded. */
function answerDetails(content: unknown) {
  return Array.isArray(content) ? {} : safeDetails(content)
}

/**
 * Fields of requests and answers that may be stored for good. All others stay out: secrets, signatures, emails of
 * end-users, addresses that may carry a token in their path.
 */
const STORED: ReadonlySet<string> = new Set(
  `label name scopes start graceSeconds expiresAtDatetime mode ranges requestsPerMinute exposureDismissed createdBy
  domain types enabled description origins operations embedOrigins status replayed resent complete undeliveredOnly
  sinceDatetime afterSequence eventId fee amount amountPerTransaction tokenAddress feeCoinAddress feeWithdrawAddress
  withdrawAddress walletAddress address externalUserId toAddress to from operator approved spender tokenId token symbol
  standard value functionSignature params digest transactionHash transactionUuid role replacedByKeyId`.split(
    /\s+/,
  ),
)
const DEPTH_MAX = 3

/** The storable fields of any JSON, flat: `{ ipAllowList: { mode } }` becomes `ipAllowList.mode`, lists are joined. */
function safeDetails(value: unknown): AuditDetails {
  return Object.fromEntries(fieldsOf(value, '', 0))
}

function fieldsOf(value: unknown, path: string, depth: number): [string, AuditDetails[string]][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > DEPTH_MAX) return []
  return Object.entries(value).flatMap(([name, field]): [string, AuditDetails[string]][] => {
    if (name === 'url') return hostOf(field, path)
    const plain = STORED.has(name) ? plainOf(field) : undefined
    return plain === undefined ? fieldsOf(field, `${path}${name}.`, depth + 1) : [[`${path}${name}`, plain]]
  })
}

/** Undefined unless it is a plain value or a list of plain values. */
function plainOf(field: unknown): AuditDetails[string] | undefined {
  if (field === null || typeof field === 'boolean' || typeof field === 'number') return field
  if (typeof field === 'string') return field
  const isList = Array.isArray(field) && field.every((item) => typeof item === 'string')
  return isList ? field.join(', ') : undefined
}

/** The host without path and query: a webhook's path often is its only secret. */
function hostOf(field: unknown, path: string): [string, string][] {
  return typeof field === 'string' && URL.canParse(field) ? [[`${path}host`, new URL(field).host]] : []
}
