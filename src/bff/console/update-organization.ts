import type { CallsService, RunsAudited } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import { recordCall, sendCall, type ForwardedOperation, type ForwardedRequest } from './forwarded-call.ts'

/**
 * Changes the organization and copies its name to the console's own list of organizations.
 *
 * @throws FORBIDDEN_ROLE for an admin who changes its name or logo
 */
export const updateOrganization: ForwardedOperation<
  'updateOrganization',
  CallsService & RunsAudited
> = async (asked) => {
  requireOwnerOfBrand(asked)
  const { ctx, session } = asked
  return recordCall(asked, async () => {
    const answered = await sendCall(asked)
    await ctx.db
      .updateTable('bff_organization')
      .set({ name: answered.content.name, updated_at: ctx.clock.now() })
      .where('id', '=', session.organization.id)
      .execute()
    return answered
  })
}

/** Requires an owner for changes of the name or logo. Admins may change where the widget is framed. */
function requireOwnerOfBrand({ session, body }: ForwardedRequest<'updateOrganization'>): void {
  const { role } = session.admin
  const isBrand = 'name' in body || 'logo' in body
  if (role !== 'owner' && isBrand) throw bffError('FORBIDDEN_ROLE', role, 'owner')
}
