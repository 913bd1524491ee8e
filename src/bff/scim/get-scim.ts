import type { HasDatabase, HasMailer, HasPublicUrl } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import type { Scim } from '#protocol/console/scim-endpoints.ts'
import { SCIM_PATH } from '#protocol/scim.ts'

/** Describes the provisioning of the organization's members. */
export const getScim: ConsoleOperation<'getScim', HasDatabase & HasMailer & HasPublicUrl> = ({
  ctx,
  session,
}) => readScim(ctx, session.organization.id)

export async function readScim(
  { db, mailer, settings }: HasDatabase & HasMailer & HasPublicUrl,
  organizationId: string,
): Promise<Scim> {
  const connection = await db
    .selectFrom('bff_scim_connection')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const counted = await db
    .selectFrom('bff_scim_user')
    .select(({ fn }) => [fn.countAll<string>().as('active'), fn.count<string>('admin_id').as('joined')])
    .where((row) => row.and({ organization_id: organizationId, is_active: true }))
    .executeTakeFirstOrThrow()
  const activeUsers = Number(counted.active)
  return {
    baseUrl: settings.publicUrl + SCIM_PATH,
    canMail: mailer !== undefined,
    activeUsers,
    pendingUsers: activeUsers - Number(counted.joined),
    token:
      connection === undefined
        ? null
        : {
            start: connection.start,
            createdBy: connection.created_by,
            createdAtDatetime: connection.created_at.toISOString(),
            lastUsedAtDatetime: connection.last_used_at?.toISOString() ?? null,
          },
  }
}
