import type { CallsService, HasClock, HasDatabase, HasSandbox } from '#bff/context-parts.ts'
import type { ConsoleOperation } from '#bff/http/console-operation.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { findIntegrations } from './integration-store.ts'

type Ctx = CallsService & HasClock & HasDatabase & HasSandbox

/** Hosts of this machine. A sandbox registers them without verification. */
const LOOPBACK = /(^|\.)localhost$/

/** Reads which steps to a working integration people, not the system, have done. */
export const getFirstSteps: ConsoleOperation<'getFirstSteps', Ctx> = async ({ ctx, session }) => {
  const { organization, admin } = session
  const newest = { endpoint: BAAS_ENDPOINTS.listWallets, query: { limit: '1' } }
  const [wallets, domain, apiKey, integrations, code] = await Promise.all([
    callUpstream(ctx, organization, newest),
    hasOwnDomain(ctx, organization),
    hasOwnKey(ctx, organization),
    findIntegrations(ctx, organization.id),
    findUnusedCode(ctx, admin.id),
  ])
  const demoUrl = ctx.settings.sandbox?.demoUrl
  return {
    wallet: wallets.content[0]?.address ?? null,
    ...(domain !== undefined && { domain }),
    integration: integrations.some(({ origins }) => !origins.some((origin) => origin === demoUrl)),
    ...(apiKey !== undefined && { apiKey }),
    recoveryCodes: code !== undefined,
  }
}

/**
 * Whether the organization has verified a domain other than this machine's. Undefined if only hosts of this machine are
 * verified, because wallets can then be created without a domain, and the step is not needed.
 */
async function hasOwnDomain(ctx: CallsService, organization: Organization): Promise<boolean | undefined> {
  const domains = await unlessLacking(
    callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listDomains }),
  )
  const verified = domains?.content.filter(({ verifiedAtDatetime }) => verifiedAtDatetime !== null)
  if (verified?.some(({ domain }) => !LOOPBACK.test(domain)) === true) return true
  return verified?.length === 0 ? false : undefined
}

/** Whether there is a key besides the console's own and those that a sandbox creates by itself. */
async function hasOwnKey(
  ctx: CallsService & HasSandbox,
  organization: Organization,
): Promise<boolean | undefined> {
  const keys = await unlessLacking(callUpstream(ctx, organization, { endpoint: ORG_ENDPOINTS.listApiKeys }))
  const isSandbox = ctx.settings.sandbox !== null
  return keys?.content.some(
    ({ start, createdBy }) => !organization.apiKey.startsWith(start) && !(isSandbox && createdBy === null),
  )
}

function findUnusedCode({ db }: HasDatabase, adminId: string): Promise<object | undefined> {
  return db
    .selectFrom('bff_recovery')
    .select('token_hash')
    .where((row) => row.and({ admin_id: adminId, kind: 'code', used_at: null }))
    .limit(1)
    .executeTakeFirst()
}

/** Returns undefined for an endpoint that a hosted service lacks. */
async function unlessLacking<Content>(answer: Promise<Content>): Promise<Content | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof HttpError && error.code === 'UPSTREAM_LACKS') return undefined
    throw error
  }
}
