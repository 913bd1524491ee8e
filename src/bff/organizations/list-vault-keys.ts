import { SCOPES } from '#protocol/endpoint.ts'
import { CONFIGURED_KEY_ID, type Vault, type VaultKey } from '#protocol/hosted-upstream.ts'
import type { BffContext } from '#bff/context.ts'
import { configuredKeyContext } from './key-vault.ts'

/** `GET /api/vault`: the deployment's own key and the entered ones, newest first. */
export async function listVaultKeys(
  ctx: Pick<BffContext, 'db' | 'vault'>,
  organizationId: string,
): Promise<Vault> {
  const [organization, keys, known] = await Promise.all([
    ctx.db
      .selectFrom('bff_organization')
      .select(['configured_key_sealed', 'chosen_key_id'])
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow(),
    ctx.db
      .selectFrom('bff_vault_key')
      .select(['id', 'label', 'start', 'created_by', 'created_at'])
      .where('organization_id', '=', organizationId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
    ctx.db.selectFrom('bff_key_scope').selectAll().where('organization_id', '=', organizationId).execute(),
  ])
  const chosen = organization.chosen_key_id ?? CONFIGURED_KEY_ID
  const scopesOf = (keyId: string): VaultKey['scopes'] =>
    SCOPES.flatMap((scope) => {
      const row = known.find((each) => each.key_id === keyId && each.scope === scope)
      return row === undefined
        ? []
        : [{ scope, held: row.held, learntAtDatetime: row.learnt_at.toISOString() }]
    })
  const stored = keys.map((row) => ({
    id: row.id,
    label: row.label,
    start: row.start,
    inUse: row.id === chosen,
    createdAtDatetime: row.created_at.toISOString(),
    createdBy: row.created_by,
    scopes: scopesOf(row.id),
  }))
  const sealed = organization.configured_key_sealed
  if (sealed === null) return { keys: stored }
  const own: VaultKey = {
    id: CONFIGURED_KEY_ID,
    label: 'UPSTREAM_API_KEY',
    start: keyStart(ctx.vault.open(sealed, configuredKeyContext(organizationId))),
    inUse: chosen === CONFIGURED_KEY_ID,
    createdAtDatetime: null,
    createdBy: null,
    scopes: scopesOf(CONFIGURED_KEY_ID),
  }
  return { keys: [own, ...stored] }
}

/** Our own keys show their prefix, the organization's mark and four random characters (ADR 0005). */
const OWN_SHAPE = /^pk_live_[0-9A-Za-z]{6}_[0-9A-Za-z]{4}(?=[0-9A-Za-z]{28}_)/
const SHOWN_MAX = 12

/** The displayable beginning of any service's key: at most a quarter of one whose shape is not known. */
export function keyStart(key: string): string {
  return OWN_SHAPE.exec(key)?.[0] ?? key.slice(0, Math.min(SHOWN_MAX, Math.floor(key.length / 4)))
}
