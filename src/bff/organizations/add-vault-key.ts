import { randomUUID } from 'node:crypto'
import type { AddVaultKeyRequest } from '#protocol/org/vault.ts'
import { recordAudit, type AuditInput } from '#bff/audit/record-audit.ts'
import type { BffContext } from '#bff/context.ts'
import type { BffTransaction } from '#bff/db/tables.ts'
import { bffError } from '#bff/http/answer.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { rememberScope } from './key-scopes.ts'
import { keyStart } from './list-vault-keys.ts'
import type { Organization } from '#bff/ports.ts'
import { tryKey } from './try-key.ts'
import { configuredKeyContext, vaultKeyContext } from './key-vault.ts'

const KEYS_MAX = 20

export type VaultChange = Pick<AuditInput, 'organizationId' | 'actor' | 'requestId' | 'ipAddress'>

/**
 * Stores a key of the hosted service, sealed, after the service has accepted it. The console continues with its
 * present one.
 *
 * @throws VALIDATION_FAILED for a key that the service refuses or that is stored already; CONFLICT above 20 keys
 */
export async function addVaultKey(
  ctx: BffContext,
  organization: Organization,
  { label, key }: AddVaultKeyRequest,
  by: VaultChange,
): Promise<void> {
  const tried = await tryKey(ctx, { ...organization, apiKey: key }, by.requestId)
  if (!tried.accepted) throw validationError([{ path: 'key', message: 'is refused by the service' }])
  const id = randomUUID()
  await ctx.db.transaction().execute(async (trx) => {
    await requireNew(ctx, trx, organization.id, key)
    await trx
      .insertInto('bff_vault_key')
      .values({
        id,
        organization_id: organization.id,
        label,
        start: keyStart(key),
        key_sealed: ctx.vault.seal(key, vaultKeyContext(id)),
        created_by: by.actor?.name ?? '',
        created_at: ctx.clock.now(),
      })
      .execute()
    for (const shown of tried.scopes) {
      await rememberScope(
        { db: trx, clock: ctx.clock },
        { organizationId: organization.id, keyId: id, ...shown },
      )
    }
    await recordAudit(ctx, trx, { ...by, action: 'vault-key.added', target: id, details: { label } })
  })
}

/** The organization's row is locked: of two requests with the same key one is refused. */
async function requireNew(ctx: BffContext, trx: BffTransaction, organizationId: string, key: string) {
  const { configured_key_sealed: configured } = await trx
    .selectFrom('bff_organization')
    .select('configured_key_sealed')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('bff_vault_key')
    .select(['id', 'key_sealed'])
    .where('organization_id', '=', organizationId)
    .execute()
  if (rows.length >= KEYS_MAX)
    throw bffError('CONFLICT', `The vault holds ${KEYS_MAX} keys. Remove one first.`)
  const stored = rows.map((row) => ctx.vault.open(row.key_sealed, vaultKeyContext(row.id)))
  if (configured !== null) stored.push(ctx.vault.open(configured, configuredKeyContext(organizationId)))
  if (stored.includes(key)) throw validationError([{ path: 'key', message: 'is in the vault already' }])
}
