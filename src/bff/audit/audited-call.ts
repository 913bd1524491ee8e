import * as z from 'zod/mini'
import type { BffContext } from '#bff/context.ts'
import type { UpstreamAnswer } from '#bff/upstream/call-upstream.ts'
import { audited } from './audited.ts'
import type { AuditInput } from './record-audit.ts'
import { safeDetails } from './safe-details.ts'

type By = Pick<AuditInput, 'organizationId' | 'actor' | 'requestId' | 'ipAddress'>
type Call = { params?: Record<string, string | undefined> | undefined; body?: unknown }

/** A change at the service in a person's name, with its entry: the plain facts of what was asked and answered. */
export function auditedCall<Content>(
  ctx: BffContext,
  action: string,
  by: By,
  call: Call,
  send: () => Promise<UpstreamAnswer<Content>>,
): Promise<UpstreamAnswer<Content>> {
  const params = Object.values(call.params ?? {}).filter((value) => value !== undefined)
  const target = params.length === 0 ? idOf(call.body) : params.join('/')
  const input: AuditInput = { ...by, action, target, details: safeDetails(call.body) }
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

/** What something is found by again. */
function idOf(content: unknown): string | null {
  const found = z.safeParse(named, content).data
  if (found === undefined) return null
  const { id, transactionUuid, transactionHash, address, domain, walletAddress } = found
  return id ?? transactionUuid ?? transactionHash ?? address ?? domain ?? walletAddress ?? null
}

/** A list tells nothing that one entry should hold. */
function answerDetails(content: unknown) {
  return Array.isArray(content) ? {} : safeDetails(content)
}
