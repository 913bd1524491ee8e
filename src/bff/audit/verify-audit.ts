import type { HasClock, HasDatabase, HasKeyVault } from '#bff/context-parts.ts'
import { type AuditProof, type ChainFault, NO_HASH } from '#protocol/audit.ts'
import { canonical } from '#protocol/canonical-json.ts'
import { entryPages, filteredEntries, toAuditEntry, type AuditRow } from './read-audit.ts'
import { auditHash, auditHead, auditHeadContext } from './record-audit.ts'

type Noted = { sequence?: string | undefined; hash?: string | undefined }
type Broken = { sequence: string; fault: ChainFault }
type Verified = { sequence: bigint; hash: string }

/**
 * Reads an organization's whole log and verifies every hash, every link, the head and its seal. Detects each
 * change, addition or removal by a person who can write to the database but lacks the deployment's secret.
 */
export async function verifyAudit(
  ctx: HasClock & HasDatabase & HasKeyVault,
  organizationId: string,
  noted: Noted = {},
): Promise<AuditProof> {
  const head = await auditHead(ctx.db, organizationId).executeTakeFirst()
  const through = BigInt(head?.sequence ?? 0)
  const { verified, broken } = await verifyChain(ctx, organizationId, through)
  return {
    verifiedSequence: String(verified.sequence),
    verifiedHash: verified.hash,
    broken:
      broken ??
      headFault(ctx, organizationId, head, verified) ??
      (await strayFault(ctx, organizationId, through)),
    checkedAtDatetime: ctx.clock.now().toISOString(),
    noted: await compareNoted(ctx, organizationId, noted),
  }
}

/** Verifies the entries from the first one through the head. Later entries belong to the next check. */
async function verifyChain(ctx: HasDatabase, organizationId: string, through: bigint) {
  let verified: Verified = { sequence: 0n, hash: NO_HASH }
  const entries = filteredEntries(ctx, organizationId, {}).where('sequence', '<=', String(through))
  for await (const rows of entryPages(entries))
    for (const row of rows) {
      const fault = findFault(row, verified)
      if (fault !== undefined)
        return { verified, broken: { sequence: String(verified.sequence + 1n), fault } }
      verified = { sequence: BigInt(row.sequence), hash: row.hash }
    }
  return { verified, broken: null }
}

function findFault(row: AuditRow, before: Verified): ChainFault | undefined {
  if (BigInt(row.sequence) !== before.sequence + 1n) return 'gap'
  const { hash, ...facts } = toAuditEntry(row)
  if (auditHash(facts) !== hash || canonical(facts.details) !== row.details) return 'hash'
  return row.previous_hash === before.hash ? undefined : 'link'
}

/** Checks that the chain ends at the head, and that this deployment sealed the head. */
function headFault(
  ctx: HasKeyVault,
  organizationId: string,
  head: { sequence: string | number | bigint; hash: string; sealed: string } | undefined,
  verified: Verified,
): Broken | null {
  if (head === undefined) return null
  const sequence = BigInt(head.sequence)
  if (sequence !== verified.sequence) return { sequence: String(verified.sequence + 1n), fault: 'head' }
  if (head.hash !== verified.hash) return { sequence: String(sequence), fault: 'head' }
  const isOurs = openSeal(ctx, organizationId, head.sealed) === `${sequence} ${head.hash}`
  return isOurs ? null : { sequence: String(sequence), fault: 'seal' }
}

/**
 * Finds an entry after the head, such as an inserted one. An entry that was added during the check is not a fault: the
 * head includes it when it is read again.
 */
async function strayFault(ctx: HasDatabase, organizationId: string, after: bigint): Promise<Broken | null> {
  const row = await ctx.db
    .selectFrom('bff_audit_entry')
    .select('sequence')
    .where('organization_id', '=', organizationId)
    .where('sequence', '>', String(after))
    .orderBy('sequence')
    .executeTakeFirst()
  if (row === undefined) return null
  const head = await auditHead(ctx.db, organizationId).executeTakeFirst()
  return BigInt(head?.sequence ?? 0) >= BigInt(row.sequence)
    ? null
    : { sequence: String(row.sequence), fault: 'head' }
}

function openSeal(ctx: HasKeyVault, organizationId: string, sealed: string): string | undefined {
  try {
    return ctx.vault.open(sealed, auditHeadContext(organizationId))
  } catch {
    return undefined
  }
}

async function compareNoted(ctx: HasDatabase, organizationId: string, { sequence, hash }: Noted) {
  if (sequence === undefined || hash === undefined) return null
  const row = await ctx.db
    .selectFrom('bff_audit_entry')
    .select('hash')
    .where((row) => row.and({ organization_id: organizationId, sequence }))
    .executeTakeFirst()
  if (row === undefined) return 'missing'
  return row.hash === hash ? 'same' : 'different'
}
