import type { HasDatabase } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import type { TrustedDescriptors } from '#protocol/console/trusted-descriptors.ts'
import { readRegistry } from './registry.ts'

/**
 * Returns the registry's publishers, and the publishers that the organization trusts. By default it trusts none (ADR
 * 0024).
 */
export const getTrustedDescriptors: ConsoleOperation<'getTrustedDescriptors', HasDatabase> = ({
  ctx,
  session,
}) => findTrustedDescriptors(ctx, session.organization.id)

/** Returns the registry's publishers, and the publishers that the organization with this id trusts. */
export async function findTrustedDescriptors(
  ctx: HasDatabase,
  organizationId: string,
): Promise<TrustedDescriptors> {
  const { source, commit, owners } = await readRegistry()
  const listed = Object.entries(owners).map(([id, [first, ...others]]) => ({
    id,
    name: first?.metadata?.owner ?? id,
    contracts: others.length + 1,
  }))
  return { source, commit, owners: listed, trusted: await trustedBy(ctx, organizationId) }
}

/** Lists the publishers that an organization trusts. */
export async function trustedBy({ db }: HasDatabase, organizationId: string): Promise<string[]> {
  const own = db.selectFrom('bff_organization').where('id', '=', organizationId)
  return (await own.select('trusted_descriptors').executeTakeFirst())?.trusted_descriptors ?? []
}
