import type { CallsService, HasDatabase, HasKeyVault, HasLog } from '#bff/context-parts.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import type { OrganizationEvent } from '#protocol/events.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'

/** Maximum pages of missed events. A follower that missed more reads everything again. */
const PAGES_MAX = 5

/**
 * Reads the events after one position through another, oldest first. Undefined if they are too many or cannot be
 * read.
 */
export async function readMissedEvents(
  ctx: CallsService & HasDatabase & HasLog & HasKeyVault,
  which: { organizationId: string; after: bigint; through: bigint },
): Promise<OrganizationEvent[] | undefined> {
  const missed: OrganizationEvent[] = []
  try {
    const organization = await findOrganization(ctx, which.organizationId)
    if (organization === undefined) return undefined
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { content, headers } = await callUpstream(ctx, organization, {
        endpoint: ORG_ENDPOINTS.listEvents,
        query: {
          afterSequence: missed.at(-1)?.sequence ?? String(which.after),
          beforeSequence: String(which.through + 1n),
          limit: String(PAGE_LIMIT_MAX),
        },
      })
      missed.push(...content)
      if (headers['link'] === undefined) return missed
    }
    return undefined
  } catch (cause) {
    ctx.log.warn({ organizationId: which.organizationId, err: cause }, 'missed events could not be read')
    return undefined
  }
}
