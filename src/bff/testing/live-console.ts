import { afterEach, beforeEach } from 'vitest'
import { forFile } from '#protocol/testing/for-file.ts'
import { serviceWorld } from '#service/testing/service-world.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { consoleWorld } from './console-world.ts'
import { openLivePages } from './live-pages.ts'
import { ORGANIZATION } from './test-bff.ts'

/** The transaction of the events that `emitMarked` emits. */
export const UUID = '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa'

/**
 * The console's server with the real service behind it: the service's own app on its own database. Each test of
 * the file starts with a new administrator and without earlier events.
 */
export async function openLiveConsole() {
  const service = await forFile(serviceWorld.webhooks())
  let upstream = (request: Request) => service.fetch(request)
  const world = await consoleWorld.fresh({ upstreamFetch: (request) => upstream(request) })
  beforeEach(async () => {
    upstream = (request) => service.fetch(request)
    await world.bff.ensureOrganization({ ...ORGANIZATION, apiKey: service.demo.key })
  })
  const admin = world.adminForEach()
  beforeEach(() => service.deliver())
  const pages = openLivePages(world, () => admin)
  afterEach(async () => {
    await pages.end()
    await service.endTest()
  })

  function emitMarked(reason: string, organizationId = service.demo.id, db = service.ctx.db) {
    const event = { organizationId, type: 'transaction.failed', at: new Date() } as const
    return emitEvent(db, { ...event, data: { reason, transactionUuid: UUID } })
  }
  /** Requests go to `fetch` instead of the service, until the test ends. */
  const replaceService = (fetch: typeof upstream) => void (upstream = fetch)
  return { service, world, admin, pages, emitMarked, replaceService }
}
