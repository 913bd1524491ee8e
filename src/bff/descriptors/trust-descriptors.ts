import { recordAudit } from '#bff/audit/record-audit.ts'
import type { HasDatabase, WritesAudit } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import { fieldError } from '#server-kit/http/validate.ts'
import { readRegistry } from './registry.ts'
import { findTrustedDescriptors } from './trusted-descriptors.ts'

/**
 * Sets the publishers whose registry descriptors an organization trusts.
 *
 * @throws VALIDATION_FAILED for an unknown publisher
 */
export const trustDescriptors: ConsoleOperation<'trustDescriptors', WritesAudit & HasDatabase> = async (
  asked,
) => {
  const { ctx, session, by, action, body } = asked
  const { owners } = await readRegistry()
  const trusted = [...new Set(body.trusted)]
  if (trusted.some((owner) => !Object.hasOwn(owners, owner)))
    throw fieldError('trusted', 'must name owners of the registry')
  const { id } = session.organization
  await ctx.db.transaction().execute(async (trx) => {
    const own = trx.updateTable('bff_organization').where('id', '=', id)
    await own.set({ trusted_descriptors: trusted }).execute()
    const details = { trusted: trusted.join(' ') }
    await recordAudit(ctx, trx, { ...by, action, target: id, details })
  })
  return findTrustedDescriptors(ctx, id)
}
