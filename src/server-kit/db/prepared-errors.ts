import * as z from 'zod/mini'

/**
 * SQLSTATE of a statement name that the session does not know, or that another process has already prepared in this
 * session.
 */
export const misnamedSchema = z.object({ code: z.enum(['26000', '42P05']) })

/**
 * A named statement whose columns a migration has changed. The routine is checked too, because other errors have the
 * same SQLSTATE.
 */
export const outdatedPlanSchema = z.object({
  code: z.literal('0A000'),
  routine: z.literal('RevalidateCachedQuery'),
})
