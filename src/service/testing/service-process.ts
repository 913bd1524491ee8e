import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import {
  createInboxMailer,
  createService,
  loadRelayerKey,
  openDatabase,
  openSandboxChain,
  seedSandbox,
} from '#service/index.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'

/**
 * The sandbox's service as a separate process, for tests that kill it: `service-process.ts <dataDir> [apiKey]`.
 * Prints one line of JSON when it is ready.
 */
const [dataDir = '', knownKey] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const clock = { now: () => new Date() }
const database = await openDatabase({ databaseUrl: undefined, dataDir, log })
const relayerKey = await loadRelayerKey({ dataDir })
const chain = await openSandboxChain({ dataDir, relayer: privateKeyToAddress(relayerKey), log })
const service = createService({
  db: database.db,
  notifications: database.notifications,
  chain,
  relayerSigners: [privateKeyToAccount(relayerKey)],
  mailer: createInboxMailer({ db: database.db, clock }),
  settings: PROCESS_SETTINGS,
  log,
})
const ctx = await service.start()
const { apiKey } = await seedSandbox(ctx, { apiKey: knownKey })

const server = createServer((incoming, outgoing) => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string' && name !== 'host') headers.set(name, value)
  }
  const answer = async () => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk)
    const { method = 'GET' } = incoming
    const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {}
    const request = new Request(`http://localhost${incoming.url}`, { method, headers, ...body })
    const response = await service.fetch(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  }
  void answer()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
process.stdout.write(`${JSON.stringify({ port, apiKey })}\n`)
