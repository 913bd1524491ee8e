import { sql } from 'kysely'
import { auditHeadContext } from '#bff/audit/record-audit.ts'
import type { HasDatabase, HasKeyVault } from '#bff/context-parts.ts'
import type { BffTransaction } from '#bff/db/database.ts'
import { hookSecretContext } from '#bff/upstream/outcomes/hosted-upstream-row.ts'
import type { SecretContext } from '#server-kit/secrets/secret-box.ts'
import { apiKeyContext, type KeyVault } from './key-vault.ts'

type SealedColumn = { id: string; contextOf: (id: string) => SecretContext; isCounted: boolean }

/** All sealed columns. */
const SEALED: readonly SealedColumn[] = [
  { id: 'id', contextOf: apiKeyContext, isCounted: true },
  // The heads of the audit logs are not secrets. A manipulated head stays invalid.
  { id: 'organization_id', contextOf: auditHeadContext, isCounted: false },
  { id: 'organization_id', contextOf: hookSecretContext, isCounted: true },
]

/**
 * Reseals every stored key and webhook secret with the current secret, all or none. Returns how many of them were
 * sealed with another secret.
 */
export async function resealKeys(ctx: HasDatabase & HasKeyVault): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    let counted = 0
    for (const column of SEALED) {
      const resealed = await resealColumn(ctx.vault, trx, column)
      if (column.isCounted) counted += resealed
    }
    return counted
  })
}

async function resealColumn(vault: KeyVault, trx: BffTransaction, { id: idColumn, contextOf }: SealedColumn) {
  const [tableName = '', columnName = ''] = contextOf('').column.split('.')
  const [table, column] = [sql.table(tableName), sql.ref(columnName)]
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${sql.ref(idColumn)} as id, ${column} as sealed from ${table}
    where ${column} is not null for update`.execute(trx)
  const stale = rows.filter(({ sealed }) => !vault.isPresent(sealed))
  for (const { id, sealed } of stale) {
    const again = vault.reseal(sealed, contextOf(id))
    await sql`update ${table} set ${column} = ${again} where ${sql.ref(idColumn)} = ${id}`.execute(trx)
  }
  return stale.length
}
