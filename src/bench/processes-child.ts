import { pino } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { listen } from '#cli/listen.ts'
import { createClientIp } from '#server-kit/http/client-ip.ts'
import { createInboxMailer, createService, openChain, openDatabase, seedSandbox } from '#service/index.ts'
import { PROCESS_SETTINGS } from '#service/testing/process-settings.ts'

/**
 * One of several service processes on a Postgres and a chain. It uses the sandbox's settings, because
 * otherwise no webhook may call this machine. Prints one line when it is ready, and shuts down gracefully on
 * SIGTERM.
 */
const { databaseUrl, rpcUrl, chainId, relayerKey, port, apiKey, turns } = z
  .object({
    databaseUrl: z.string(),
    rpcUrl: z.string(),
    chainId: z.number(),
    relayerKey: z.templateLiteral(['0x', z.string()]),
    port: z.number(),
    /** Undefined in the first process, which seeds tokens and an organization. */
    apiKey: z.optional(z.string()),
    turns: z._default(
      z.object({
        simulationsAtOnceMax: z.optional(z.number()),
        executionsAtOnceMin: z.optional(z.nullable(z.number())),
      }),
      {},
    ),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const log = pino({ level: 'fatal' }, pino.destination(2))
const clock = { now: () => new Date() }
const database = await openDatabase({ databaseUrl, dataDir: '', log })
// Simulates at `latest`, as on the sandbox's own chain. For each call at `pending`, anvil would build a block of all
// pending transactions, and the bench would measure that work.
const simulateAt = () => 'latest' as const
const chain = { ...(await openChain({ rpcUrl, chainId, log })), simulateAt }
const { db, notifications } = database
const service = createService({
  db,
  notifications,
  chain,
  relayerSigners: [privateKeyToAccount(relayerKey)],
  mailer: createInboxMailer({ db, clock }),
  settings: {
    ...PROCESS_SETTINGS,
    ...turns,
    executionsAtOnceMin: turns.executionsAtOnceMin === null ? Infinity : turns.executionsAtOnceMin,
  },
  log,
})
const ctx = await service.start()
const seeded = apiKey === undefined ? await seedSandbox(ctx) : undefined
const listening = await listen(service.fetch, { host: '127.0.0.1', port, clientIp: createClientIp([]) })
process.stdin.on('end', () => process.exit()).resume()
process.once('SIGTERM', () => {
  const end = async () => {
    service.release()
    await listening.close()
    await service.stop()
    await chain.close()
    await database.close()
    process.exit()
  }
  void end()
})
process.stdout.write(`${JSON.stringify(seeded ?? {})}\n`)
