import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Clock } from '#server-kit/clock.ts'
import { loggableError } from '#server-kit/http/error-reply.ts'
import type { Context, ServiceSettings } from '#service/context.ts'
import { createStreams } from '#service/create-service.ts'
import type { OpenDatabase } from '#service/db/open-database.ts'
import type { Mail } from '#service/email/mailer.ts'
import { createItemTurns } from '#service/holdings/get-collectible.ts'
import { createMetrics } from '#service/http/metrics.ts'
import type { ProofReader } from '#service/organizations/proof-reader.ts'
import { createLiveEvents } from '#service/webhooks/live-events.ts'
import { openTestDatabase } from './test-database.ts'
import { unreachableChain, unreachableRelay } from './unreachable.ts'

export type TestClock = Clock & { advance: (ms: number) => void }

/** A clock that follows the machine's and can be moved ahead. */
export function createTestClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms
    },
  }
}

export type TestContext = Context & {
  clock: TestClock
  /** Sent mails, oldest first. */
  mails: Mail[]
  /** Every logged line. */
  logLines: string[]
  close: () => Promise<void>
}

/** Prevents network requests in tests of other subjects. */
function noProofs(): ProofReader {
  const nothing = () => Promise.resolve({ values: [] })
  return { readTxt: nothing, readFile: nothing }
}

/** High limits, which tests of other subjects do not reach. Tests of the limits set their own. */
const MANY_REQUESTS = {
  keyRequestsPerMinute: 6_000_000,
  organizationRequestsPerMinute: 6_000_000,
  wrongKeysPerMinute: 6_000_000,
  keyRequestsAtOnce: 6_000_000,
  organizationRequestsAtOnce: 6_000_000,
}

type TestParts = Partial<Pick<Context, 'chain' | 'relay' | 'proofReader'>> &
  Partial<Pick<ServiceSettings, 'sandbox' | 'requestLimits'>> & {
    /** A migrated database, which `close` closes. Undefined means a fresh one. */
    database?: OpenDatabase
  }

/** A context on a fresh database, with mails and log in memory. Without `parts`, its chain does not respond. */
export async function startTestContext(parts: TestParts = {}): Promise<TestContext> {
  const database = parts.database ?? (await openTestDatabase())
  const mails: Mail[] = []
  const logLines: string[] = []
  const log = pino(
    { level: 'trace', serializers: { err: loggableError } },
    { write: (line: string) => void logLines.push(line) },
  )
  const clock = createTestClock()
  const metrics = createMetrics({ log })
  return {
    db: database.db,
    notifications: database.notifications,
    liveEvents: createLiveEvents({ ...database, log }),
    streams: createStreams({ db: database.db, clock, log, metrics }),
    chain: parts.chain ?? unreachableChain(),
    relay: parts.relay ?? unreachableRelay(),
    proofReader: parts.proofReader ?? noProofs(),
    mailer: { send: async (mail) => void mails.push(mail) },
    itemTurns: createItemTurns(),
    clock,
    log,
    metrics,
    settings: {
      publicUrl: 'http://localhost:4000',
      approvalUrl: 'http://localhost:4000/approve',
      sandbox: parts.sandbox ?? false,
      requestLimits: parts.requestLimits ?? MANY_REQUESTS,
      confirmations: 1,
      codeKey: randomBytes(32),
      receiptSeed: randomBytes(32),
      secretKeys: [randomBytes(32)],
    },
    mails,
    logLines,
    close: database.close,
  }
}
