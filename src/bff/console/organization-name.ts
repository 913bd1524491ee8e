import * as z from 'zod/mini'
import { organizationSchema } from '#protocol/org/organization.ts'
import type { BffContext } from '#bff/context.ts'
import { bffError } from '#bff/http/bff-error.ts'
import type { Organization } from '#bff/ports.ts'
import type { Session } from '#bff/sessions/session.ts'

const namingSchema = z.object({ name: z.string() })

/** What an organization is called is for its owners; where its widget may be framed, for admins too. @throws FORBIDDEN_ROLE */
export function requireOwnerOfName({ admin }: Session, body: unknown): void {
  if (admin.role === 'owner' || !namingSchema.safeParse(body).success) return
  throw bffError('FORBIDDEN_ROLE', admin.role, 'owner')
}

/** The console's own list of organizations has the name that the service answered. */
export async function noteName(ctx: BffContext, { id }: Organization, content: unknown): Promise<void> {
  const { data } = organizationSchema.safeParse(content)
  if (data === undefined) return
  await ctx.db
    .updateTable('bff_organization')
    .set({ name: data.name, updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}
