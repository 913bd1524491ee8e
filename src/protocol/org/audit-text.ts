import type { AuditFacts } from './audit.ts'

/** The hash before the first entry. */
export const NO_HASH = '0'.repeat(64)

/**
 * The text whose SHA-256 is an entry's hash: its facts as canonical JSON (RFC 8785: names in order, no spaces),
 * `previousHash` among them and `hash` not. Whoever has an export can compute it with any tool.
 */
export function auditText(facts: AuditFacts): string {
  const { organizationId, sequence, occurredAtDatetime, actor, action, target } = facts
  const { details, result, requestId, ipAddress, previousHash } = facts
  return canonical({
    organizationId,
    sequence,
    occurredAtDatetime,
    actor: actor && { id: actor.id, name: actor.name },
    action,
    target,
    details,
    result,
    requestId,
    ipAddress,
    previousHash,
  })
}

type Json = string | number | boolean | null | { [name: string]: Json }

/** Numbers as ECMAScript writes them and names by their UTF-16 units, which is what RFC 8785 asks for. */
export function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const parts = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`)
  return `{${parts.join(',')}}`
}
