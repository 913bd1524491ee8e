import {
  createOrganization,
  registerDomain,
  storeApiKey,
  takeOverUnnamed,
  type Context,
} from '#service/index.ts'
import { SCOPES } from '#protocol/baas/scopes.ts'

/**
 * The organization, its domains and its first key, which has every scope, are made together or not at all. `tookOver`:
 * it is the unnamed one that an earlier start had made for one of the domains.
 */
export async function createOrganizationWithKey(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { name, domains, keyLabel }: { name: string; domains: readonly string[]; keyLabel: string },
) {
  const now = clock.now()
  return db.transaction().execute(async (trx) => {
    const unnamed = await takeOverUnnamed(trx, { name, domains })
    const { id } = unnamed ?? (await createOrganization(trx, { name, now }))
    for (const domain of domains) await registerDomain(trx, { organizationId: id, domain, now })
    const key = await storeApiKey(trx, {
      organizationId: id,
      label: keyLabel,
      scopes: [...SCOPES],
      expiresAt: null,
      now,
    })
    return { id, name, domains, keyId: key.id, apiKey: key.secret, tookOver: unnamed !== undefined }
  })
}
