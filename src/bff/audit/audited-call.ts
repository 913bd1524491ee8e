import * as z from 'zod/mini'
import type { RunsAudited } from '#bff/context-parts.ts'
import type { AuditBy } from '#bff/context.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { audited } from './audited.ts'
import type { AuditInput } from './record-audit.ts'
import { safeDetails } from './safe-details.ts'

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
  ctx: RunsAudited,
  action: string,
  by: AuditBy,
  call: Call,
  send: () => Promise<UpstreamAnswer<Content>>,
): Promise<UpstreamAnswer<Content>> {
  const params = Object.values(call.params ?? {}).filter((value) => value !== undefined)
  const target = params.length === 0 ? findTargetId(call.body) : params.join('/')
  const details = { ...safeDetails({ before: call.before }), ...safeDetails(call.body) }
  const input: AuditInput = { ...by, action, target, details }
  return audited(ctx, input, send, ({ content }) => ({
    target: params.length === 0 ? findTargetId(content) : undefined,
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

/** Returns the id or address by which the audit log names the target. */
function findTargetId(content: unknown): string | null {
  const found = z.safeParse(named, content).data
  if (found === undefined) return null
  const { id, transactionUuid, transactionHash, address, domain, walletAddress } = found
  return id ?? transactionUuid ?? transactionHash ?? address ?? domain ?? walletAddress ?? null
}

/** Storable fields of a response. A list is not recorded. */
function answerDetails(content: unknown) {
  return Array.isArray(content) ? {} : safeDetails(content)
}
