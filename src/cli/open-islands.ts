import { serveApp } from '#bff/index.ts'
import type { ClosingStack } from './closing-stack.ts'
import { composeFetch } from './compose-fetch.ts'
import { consoleTablesCheck } from './database-state.ts'
import type { Deployment } from './deployment.ts'
import { openBff, type RunningBff } from './open-bff.ts'
import { openService, type RunningService } from './open-service.ts'
import { bffProbes } from './probe-bff.ts'

export type Islands = {
  service: RunningService | undefined
  bff: RunningBff | undefined
  /** Handles every request of this process. `client` describes the sender of a request that came over the network. */
  fetch: ReturnType<typeof composeFetch>
  /** Ends streams. Call it before the listener closes, because a stream never ends by itself. */
  release: () => void
}

/** Opens the service and the BFF that the role needs, and routes requests to them. */
export async function openIslands(parts: Deployment, closing: ClosingStack): Promise<Islands> {
  const { settings, database, metrics, builtDir } = parts
  let service: RunningService | undefined
  if (settings.role !== 'bff' && settings.upstream === undefined) {
    service = await openService(parts)
    closing.add(service)
  }
  let bff: RunningBff | undefined
  if (settings.role !== 'service') {
    bff = await openBff(parts, service)
    closing.add(bff)
  }
  const probes = bffProbes({
    db: database.db,
    metrics,
    upstreamFault: async () => bff?.upstreamFault(),
    consoleTables: consoleTablesCheck(database),
  })
  const isSecure = settings.approvalUrl.startsWith('https:')
  const approver = serveApp({ directory: builtDir('approver'), basePath: '/approve', isSecure })
  const fetch = composeFetch({
    service: service?.fetch,
    bff: bff?.fetch,
    approver,
    probes,
    publicUrl: settings.publicUrl,
    isEnding: () => closing.isClosing(),
  })
  return { service, bff, fetch, release: () => [service, bff].forEach((part) => part?.release()) }
}
