import type { Context } from '#service/context.ts'
import type { Transaction } from '#service/db/database.ts'
import { ApiError } from '#server-kit/http/http-error.ts'
import { registerDomain } from '#service/organizations/domains.ts'

/** Adds a domain of this machine to an organization of the sandbox, proved as all of its domains are. */
export async function registerSandboxDomain(
  ctx: Context,
  registration: { organizationId: string; domain: string },
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute((trx) => registerUnlessTaken(trx, { ...registration, now }))
}

/** Another organization of the sandbox may have taken a domain that Demo removed. */
export async function registerUnlessTaken(
  trx: Transaction,
  registration: Parameters<typeof registerDomain>[1],
): Promise<void> {
  try {
    await registerDomain(trx, registration)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
  }
}
