import { randomUUID } from 'node:crypto'
import { PAGE_LIMIT_MAX } from '#protocol/baas/limits.ts'
import { ORG_ENDPOINTS } from '#protocol/org/endpoints.ts'
import type { OrganizationEvent } from '#protocol/org/events.ts'
import type { BffContext } from '#bff/context.ts'
import { findOrganization } from '#bff/organizations/organization.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'

/** Whoever missed more than this reads everything again. */
const PAGES_MAX = 5

/** The events after one position through another, oldest first; undefined when they are too many or cannot be read. */
export async function readMissedEvents(
  ctx: BffContext,
  which: { organizationId: string; after: bigint; through: bigint },
): Promise<OrganizationEvent[] | undefined> {
  const missed: OrganizationEvent[] = []
  try {
    const organization = await findOrganization(ctx, which.organizationId)
    if (organization === undefined) return undefined
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { content, headers } = await callUpstream(ctx, organization, {
        base: 'org',
        endpoint: ORG_ENDPOINTS.listEvents,
        requestId: randomUUID(),
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
