import { inCallSpan, startCallSpan } from '#server-kit/http/request-scope.ts'
import type { ChainConnection } from './chain/chain.ts'
import { isProvidersFault } from './chain/rpc.ts'
import { createHeadWatch } from './chain/watch-head.ts'
import { readDatabaseHost } from './db/database-host.ts'
import type { DatabaseObserver } from './db/observed-dialect.ts'
import type { Mailer } from './email/mailer.ts'
import type { Metrics } from './http/metrics.ts'

/**
 * Returns the connection with each of its calls timed, and traced within the request that made it. A call that a
 * healthy node refused, such as one that reverts, does not count as failed. Also detects a node that lags, by its
 * newest blocks.
 */
export function observeChain(chain: ChainConnection, metrics: Metrics): ChainConnection {
  const head = createHeadWatch(() => metrics.headBackward.inc())
  const observed = async <Result>(method: string, work: () => Promise<Result>): Promise<Result> => {
    const end = metrics.rpcDuration.startTimer({ method })
    try {
      const result = await inCallSpan(`rpc ${method}`, work, {
        'rpc.system': 'jsonrpc',
        'rpc.method': method,
      })
      end({ outcome: 'answered' })
      return result
    } catch (error) {
      end({ outcome: isProvidersFault(error) ? 'failed' : 'refused' })
      throw error
    }
  }
  chain.onFailover?.(() => metrics.rpcFailovers.inc())
  const { askNewest } = chain
  return {
    ...chain,
    rpc: {
      request: async (schema, method, params) => {
        const answer = await observed(method, () => chain.rpc.request(schema, method, params))
        if (method === 'eth_getBlockByNumber' && params[0] === 'latest') head.note(answer)
        return answer
      },
    },
    ...(askNewest !== undefined && { askNewest: async () => head.note(await askNewest()) }),
    sendRawTransaction: (raw) => observed('eth_sendRawTransaction', () => chain.sendRawTransaction(raw)),
  }
}

/** Returns the mailer with its sent and failed mails counted. */
export function observeMailer(mailer: Mailer, metrics: Metrics): Mailer {
  const send: Mailer['send'] = async (mail) => {
    await mailer.send(mail).catch((error: unknown) => {
      metrics.mails.inc({ outcome: 'failed' })
      throw error
    })
    metrics.mails.inc({ outcome: 'sent' })
  }
  return { send }
}

/**
 * Times each use of a connection, and traces it if it belongs to a traced request, with OpenTelemetry's names
 * for databases. Spans do not contain a statement, because one use of a connection may have many.
 */
export function databaseObserver(metrics: Metrics, databaseUrl: string | undefined): DatabaseObserver {
  const attributes = databaseAttributes(databaseUrl)
  return () => {
    const end = metrics.databaseDuration.startTimer()
    const span = startCallSpan(attributes['db.namespace'], attributes)
    return ({ kind }) => {
      end({ kind })
      span?.setAttribute('latchkey.database.work', kind).end()
    }
  }
}

/** Source: OpenTelemetry, semantic conventions for PostgreSQL client spans. */
function databaseAttributes(databaseUrl: string | undefined) {
  const postgres = { 'db.system.name': 'postgresql' }
  if (databaseUrl === undefined) return { ...postgres, 'db.namespace': 'embedded' }
  const url = new URL(databaseUrl)
  return {
    ...postgres,
    'db.namespace': decodeURIComponent(url.pathname.slice(1)),
    'server.address': readDatabaseHost(url),
    'server.port': Number(url.port || 5432),
  }
}
