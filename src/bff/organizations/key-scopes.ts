import type { Endpoint, Scope } from '#protocol/endpoint.ts'
import { CONFIGURED_KEY_ID } from '#protocol/hosted-upstream.ts'
import type { BffContext } from '#bff/context.ts'
import type { KeyScopes, Organization } from '#bff/ports.ts'
import { vaultKeyContext } from './key-vault.ts'

type KeyScopesContext = Pick<BffContext, 'db' | 'clock' | 'vault' | 'log'>

const KEYS_MAX = 500

/** Detects the scopes of a hosted service's keys from its answers: one write for each scope and process. */
export function createKeyScopes(contextOf: () => KeyScopesContext): KeyScopes {
  const known = new Map<string, Map<Scope, boolean>>()
  const writing = new Set<Promise<void>>()

  const write = async (organization: Organization, scope: Scope, held: boolean, forget: () => void) => {
    const ctx = contextOf()
    try {
      const keyId = await keyIdOf(ctx, organization)
      if (keyId !== undefined)
        await rememberScope(ctx, { organizationId: organization.id, keyId, scope, held })
    } catch (error) {
      forget()
      ctx.log.warn({ err: error }, 'what a key may do was not noted; it is tried again')
    }
  }
  return {
    learn: (organization, scope, held) => {
      const name = `${organization.id} ${organization.apiKey}`
      const scopes = known.get(name) ?? new Map<Scope, boolean>()
      if (scopes.get(scope) === held) return
      if (known.size >= KEYS_MAX) known.clear()
      known.set(name, scopes.set(scope, held))
      const written = write(organization, scope, held, () => scopes.delete(scope)).finally(() =>
        writing.delete(written),
      )
      writing.add(written)
    },
    settle: async () => {
      await Promise.all(writing)
    },
  }
}

/** Stores a key's known scope; the newest answer counts. */
export async function rememberScope(
  { db, clock }: Pick<BffContext, 'db' | 'clock'>,
  shown: { organizationId: string; keyId: string; scope: Scope; held: boolean },
): Promise<void> {
  const { organizationId, keyId, scope, held } = shown
  const now = clock.now()
  await db
    .insertInto('bff_key_scope')
    .values({ organization_id: organizationId, key_id: keyId, scope, held, learnt_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'key_id', 'scope']).doUpdateSet({ held, learnt_at: now }),
    )
    .execute()
}

/** The key's id; undefined for one that was removed in the meantime. */
async function keyIdOf(ctx: KeyScopesContext, organization: Organization): Promise<string | undefined> {
  const rows = await ctx.db
    .selectFrom('bff_vault_key')
    .select(['id', 'key_sealed'])
    .where('organization_id', '=', organization.id)
    .execute()
  const stored = rows.find(
    (row) => ctx.vault.open(row.key_sealed, vaultKeyContext(row.id)) === organization.apiKey,
  )
  if (stored !== undefined) return stored.id
  const chosen = await ctx.db
    .selectFrom('bff_organization')
    .select('chosen_key_id')
    .where('id', '=', organization.id)
    .executeTakeFirst()
  return chosen?.chosen_key_id === null ? CONFIGURED_KEY_ID : undefined
}

/** Source: spec "Errors", 403 "Insufficient scopes. Required: …". */
const LACKS = /^Insufficient scopes\b/i

/** What an answer shows of the key's scope for this endpoint; undefined where it shows nothing. */
export function scopeShownBy(
  { scope }: Pick<Endpoint, 'scope'>,
  status: number,
  message: string | undefined,
): { scope: Scope; held: boolean } | undefined {
  if (scope === null) return undefined
  if (status >= 200 && status < 300) return { scope, held: true }
  return status === 403 && message !== undefined && LACKS.test(message) ? { scope, held: false } : undefined
}
