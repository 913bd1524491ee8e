import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Chain } from '#service/chain/chain.ts'
import type { Clock, Context } from '#service/context.ts'
import type { Mail } from '#service/email/mailer.ts'
import { loggableError } from '#service/http/error-response.ts'
import { serviceError } from '#service/http/service-error.ts'
import type { Relay } from '#service/relayer/relay.ts'
import { openTestDatabase } from './test-database.ts'

export type TestClock = Clock & { advance: (ms: number) => void }

/** Runs with the machine's clock, and can be moved ahead. */
export function createTestClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms
    },
  }
}

/** A chain whose node is away: for what must not need one, and for what must fail well without it. */
export function unreachableChain(): Chain {
  const refuse = () => Promise.reject(serviceError('CHAIN_FAILED'))
  return {
    id: 31_337,
    rpc: { request: refuse },
    sendRawTransaction: refuse,
    onBlock: () => () => undefined,
    hasP256Precompile: true,
    close: () => Promise.resolve(),
    factory: '0x00000000000000000000000000000000000fac70',
  }
}

export function unreachableRelay(): Relay {
  const refuse = () => Promise.reject(serviceError('CHAIN_FAILED'))
  const nothing = () => Promise.resolve()
  return { submit: refuse, outcome: refuse, onOutcome: () => undefined, start: nothing, stop: nothing }
}

export type TestContext = Context & {
  clock: TestClock
  /** Mail that was sent, oldest first. */
  mails: Mail[]
  /** Every line that was logged. */
  logLines: string[]
  close: () => Promise<void>
}

/** A context on a fresh database, with mail and log kept in memory; without parts its chain does not answer. */
export async function startTestContext(
  parts: Partial<Pick<Context, 'chain' | 'relay'>> = {},
): Promise<TestContext> {
  const database = await openTestDatabase()
  const mails: Mail[] = []
  const logLines: string[] = []
  return {
    db: database.db,
    chain: parts.chain ?? unreachableChain(),
    relay: parts.relay ?? unreachableRelay(),
    mailer: { send: async (mail) => void mails.push(mail) },
    clock: createTestClock(),
    log: pino(
      { level: 'trace', serializers: { err: loggableError } },
      { write: (line: string) => void logLines.push(line) },
    ),
    settings: {
      publicUrl: 'http://localhost:4000',
      sandbox: false,
      confirmations: 1,
      codeKey: randomBytes(32),
    },
    inFlight: new Set(),
    mails,
    logLines,
    close: database.close,
  }
}
