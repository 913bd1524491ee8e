import { sql } from 'kysely'
import { readAuditFacets } from '#bff/audit/read-audit-facets.ts'
import { entryPages, filteredEntries, readAuditPage } from '#bff/audit/read-audit.ts'
import type { BffTables } from '#bff/index.ts'
import type { AuditFilter } from '#protocol/audit.ts'
import { listHistory, listWaiting } from '#service/approvals/held-transactions.ts'
import type { SizeOperation } from './size-places.ts'
import type { SizeWorld } from './size-world.ts'

/** The approval app of one person, and the console's audit log with its exports. */
export function peopleOperations(world: SizeWorld): SizeOperation[] {
  const { ctx, demo, size } = world
  const db = ctx.db.$extendTables<BffTables>()
  const person = async () => {
    const { rows } = await sql<{ id: string; email: string; language: 'en'; organizationName: string }>`
      select approvers.id, email, language, 'Demo' as "organizationName" from approvers where id = size_uuid('approver', 3)`.execute(
      ctx.db,
    )
    const [row] = rows
    if (row === undefined) throw new Error('there is no such person')
    const session = { sessionHash: '', expiresAt: new Date() }
    return { ...row, ...session, organizationLogo: null, external_user_id: 'size' }
  }
  const audit = (what: string, filter: AuditFilter, cursor?: string): SizeOperation => ({
    what: `audit log, ${what}`,
    run: () => readAuditPage({ db }, demo.id, { filter, cursor, limit: 200 }),
  })
  return [
    { what: 'approval app, pending approvals', run: async () => listWaiting(ctx, await person(), {}) },
    { what: 'approval app, history', run: async () => listHistory(ctx, await person(), { query: {} }) },
    audit('first page', {}),
    audit('middle page', {}, String(Math.floor(size.wallets / 2))),
    audit('of one action', { action: 'member.removed' }),
    audit('of one kind of action', { action: 'member' }),
    audit('of an unused action', { action: 'webhook' }),
    audit('of one person', { actor: 'admin-3' }),
    audit('of someone who did nothing', { actor: 'admin-99' }),
    audit('refused', { result: 'refused' }),
    audit('failed, without a match', { result: 'failed' }),
    audit('search, no match', { target: '0xzz' }),
    audit('search, frequent', { target: '0x' }),
    audit('until a point in time', { untilDatetime: new Date(Date.now() - 400 * 86_400_000).toISOString() }),
    { what: 'audit log, filter values', run: () => readAuditFacets({ db }, demo.id) },
    {
      what: 'audit log, a page of an export',
      run: () => entryPages(filteredEntries({ db }, demo.id, {})).next(),
    },
  ]
}
