import { createHash } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { HasClock, HasKeyVault, WritesAudit } from '#bff/context-parts.ts'
import type { AuditBy, Exchange } from '#bff/context.ts'
import type { BffDatabase, BffTransaction } from '#bff/db/database.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { readDevice } from '#bff/sessions/device.ts'
import { type AuditDetails, type AuditFacts, type AuditResult, auditText, NO_HASH } from '#protocol/audit.ts'
import { canonical } from '#protocol/canonical-json.ts'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'

export type AuditInput = AuditBy & {
  /** Object and past participle, separated by a dot, such as `integration.created`. */
  action: string
  /** Id or address of the target. Null if there is none. */
  target: string | null
  /** Plain facts. Never a secret, an email address or a raw body, because an entry cannot be deleted. */
  details: AuditDetails
  /** Default: `done`. */
  result?: AuditResult | undefined
  /** Default: now. */
  occurredAt?: Date | undefined
}

/**
 * Adds an entry to the organization's audit log, chained to the previous one. Within a transaction, call it last:
 * it locks the organization's chain until the transaction ends. The entry is stored only if the transaction
 * commits.
 *
 * @example await recordAudit(ctx, trx, { ...auditActor(exchange, session), action: 'member.invited', target: id,
 *   details: {} })
 */
export async function recordAudit(
  ctx: WritesAudit,
  db: BffDatabase | BffTransaction,
  input: AuditInput,
): Promise<void> {
  if (db.isTransaction) await append(ctx, db, input)
  else await db.transaction().execute((trx) => append(ctx, trx, input))
}

async function append(ctx: HasClock & HasKeyVault, trx: BffDatabase, input: AuditInput): Promise<void> {
  const { organizationId } = input
  const head = await lockHead(ctx, trx, organizationId)
  const sequence = BigInt(head.sequence) + 1n
  const facts = recordedFacts(ctx, input, { sequence: String(sequence), previousHash: head.hash })
  const hash = auditHash(facts)
  await trx
    .insertInto('bff_audit_entry')
    .values({
      organization_id: organizationId,
      sequence,
      occurred_at: new Date(facts.occurredAtDatetime),
      actor_id: facts.actor?.id ?? null,
      actor_name: facts.actor?.name ?? null,
      action: facts.action,
      target: facts.target,
      details: canonical(facts.details),
      result: facts.result,
      request_id: facts.requestId,
      ip_address: facts.ipAddress,
      previous_hash: facts.previousHash,
      hash,
    })
    .execute()
  const sealed = sealHead(ctx, organizationId, { sequence, hash })
  await trx
    .updateTable('bff_audit_head')
    .set({ sequence, hash, sealed })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** SHA-256 of an entry's canonical text, in hex. */
export function auditHash(facts: AuditFacts): string {
  return createHash('sha256').update(auditText(facts), 'utf8').digest('hex')
}

/** Locks the organization's head, so that only one process at a time adds an entry. */
async function lockHead(ctx: HasKeyVault, trx: BffDatabase, organizationId: string) {
  const locked = await auditHead(trx, organizationId).forUpdate().executeTakeFirst()
  if (locked !== undefined) return locked
  const first = { sequence: 0n, hash: NO_HASH }
  await trx
    .insertInto('bff_audit_head')
    .values({ organization_id: organizationId, ...first, sealed: sealHead(ctx, organizationId, first) })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  return (await auditHead(trx, organizationId).forUpdate().executeTakeFirst()) ?? first
}

export function auditHead(
  db: BffDatabase,
  organizationId: string,
): SelectQueryBuilder<
  BffTables,
  'bff_audit_head',
  { hash: string; sealed: string; sequence: string | number | bigint }
> {
  return db
    .selectFrom('bff_audit_head')
    .select(['sequence', 'hash', 'sealed'])
    .where('organization_id', '=', organizationId)
}

type Head = { sequence: bigint; hash: string }

function sealHead(ctx: HasKeyVault, organizationId: string, { sequence, hash }: Head): string {
  return ctx.vault.seal(`${sequence} ${hash}`, auditHeadContext(organizationId))
}

/** Binds a sealed head to its organization. */
export function auditHeadContext(organizationId: string): SecretContext {
  return { owner: organizationId, column: 'bff_audit_head.sealed' }
}

function recordedFacts(
  ctx: HasClock,
  input: AuditInput,
  link: { sequence: string; previousHash: string },
): AuditFacts {
  const { organizationId, actor, action, target, details, requestId, ipAddress, result } = input
  return {
    organizationId,
    ...link,
    occurredAtDatetime: (input.occurredAt ?? ctx.clock.now()).toISOString(),
    actor: actor && { id: bounded(actor.id), name: bounded(actor.name) },
    action: bounded(action),
    target: target === null ? null : bounded(target),
    details: boundedDetails(details),
    result: result ?? 'done',
    requestId: bounded(requestId),
    ipAddress: ipAddress === null || ipAddress === undefined ? null : bounded(ipAddress),
  }
}

const TEXT_MAX = 500
const DETAILS_MAX = 40

/**
 * Makes a text storable byte for byte in every database: no NUL, no lone surrogate. Long texts end in an ellipsis.
 */
export function bounded(text: string): string {
  const plain = text.replaceAll('\0', '')
  const short = plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX - 1)}…` : plain
  return Buffer.from(short, 'utf8').toString('utf8')
}

/** Limits the size of the details. A number that JSON cannot represent becomes null. */
function boundedDetails(details: AuditDetails): AuditDetails {
  const first = Object.entries(details).slice(0, DETAILS_MAX)
  return Object.fromEntries(first.map(([name, value]) => [bounded(name), boundedValue(value)]))
}

function boundedValue(value: AuditDetails[string]): AuditDetails[string] {
  if (typeof value === 'string') return bounded(value)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

/** Actor, IP address and request id for `recordAudit`. The address is null if the server does not know it. */
export function auditActor(
  exchange: Exchange,
  { admin, organization }: { admin: AuditInput['actor']; organization: { id: string } },
): AuditBy {
  return {
    organizationId: organization.id,
    actor: admin && { id: admin.id, name: admin.name },
    requestId: exchange.var.requestId,
    ipAddress: readDevice(exchange).ipAddress,
  }
}
