import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { organizations } from './commands/organizations.ts'
import { enrolFirstAdmin } from './testing/admin-session.ts'
import { call, callAny, newestSequence } from './testing/client.ts'
import { followEvents, type EventFollower } from './testing/follow-events.ts'
import { startPostgresDeployment, type PostgresDeployment } from './testing/postgres-deployment.ts'
import { runCommand } from './testing/run-command.ts'
import { SERVERS_TIMEOUT_MS, startServer, type ServerProcess } from './testing/server-process.ts'

const POSTGRES = process.env['LATCHKEY_TEST_POSTGRES'] ?? ''
const RECOVERY = { timeout: 120_000 }
const LIMITS = { timeout: SERVERS_TIMEOUT_MS }

const followers: EventFollower[] = []
const servers: ServerProcess[] = []

const folder = await mkdtemp(join(tmpdir(), 'latchkey-live-'))
afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()))
  for (const server of servers.splice(0)) await server.stop()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function start(...args: Parameters<typeof startServer>): Promise<ServerProcess> {
  const server = await startServer(...args)
  servers.push(server)
  return server
}

async function kill(server: ServerProcess): Promise<void> {
  await server.kill()
  servers.splice(servers.indexOf(server), 1)
}

function follow(url: string, headers: () => Record<string, string>): EventFollower {
  const follower = followEvents(url, headers)
  followers.push(follower)
  return follower
}

const idsOf = ({ received }: EventFollower) => received.map(({ event }) => event.id)

/**
 * Returns a function that emits a sample event to a new webhook endpoint, any number of times and without a
 * chain.
 */
async function samplesOf(apiKey: string, url: string, living: () => readonly ServerProcess[]) {
  const webhook = await callAny(living, apiKey, { method: 'POST', path: '/org/webhooks', body: { url } })
  const { id } = z.object({ id: z.string() }).parse(webhook.content)
  return async (): Promise<string> => {
    const sent = await callAny(living, apiKey, { method: 'POST', path: `/org/webhooks/${id}/test` })
    return z.object({ eventId: z.string() }).parse(sent.content).eventId
  }
}

// A run on Postgres would repeat the same test.
describe.skipIf(POSTGRES !== '')('live events of the embedded server', LIMITS, () => {
  test('behavior: with open streams the server stops at once, and a restart neither drops nor repeats an event', async () => {
    const ports = { PORT: String(await freePort()), DEMO_PORT: String(await freePort()) }
    const environment = { ...ports, DATA_DIR: join(folder, 'sandbox') }
    let server = await start(environment)
    const sandbox = z
      .object({ apiKey: z.string(), setupUrl: z.string() })
      .parse(JSON.parse(await readFile(join(folder, 'sandbox', 'sandbox.json'), 'utf8')))
    const origin = `http://localhost:${ports.PORT}`
    const admin = await enrolFirstAdmin(origin, sandbox.setupUrl)
    const browser = follow(`${origin}/api/live`, () => admin)
    const backend = follow(`${server.url}/v1/org/events`, () => ({ 'x-api-key': sandbox.apiKey }))
    await expect.poll(() => [browser.isOpen(), backend.isOpen()]).toEqual([true, true])
    const send = await samplesOf(sandbox.apiKey, 'http://localhost:9/hook', () => [server])
    const sent = [await send(), await send()]
    await expect.poll(() => idsOf(browser)).toEqual(sent)
    const newest = `/org/events?afterSequence=${await newestSequence(server, sandbox.apiKey)}`
    const waiting = call(server, sandbox.apiKey, 'GET', `${newest}&waitSeconds=15`)
    // A later request has got its response, so the server has received the waiting one.
    await call(server, sandbox.apiKey, 'GET', newest)

    const askedAt = performance.now()
    expect(await server.stop()).toBe(0)
    // The listener cuts off pending requests after twenty seconds.
    expect(performance.now() - askedAt).toBeLessThan(15_000)
    expect((await waiting).status).toBe(200)
    expect(server.output()).not.toContain('"level":50')
    servers.splice(servers.indexOf(server), 1)
    server = await start(environment)
    sent.push(await send())
    for (const follower of [browser, backend])
      await expect.poll(() => idsOf(follower), RECOVERY).toEqual(sent)

    await kill(server)
    server = await start(environment)
    sent.push(await send())
    for (const follower of [browser, backend])
      await expect.poll(() => idsOf(follower), RECOVERY).toEqual(sent)
    expect([browser.resets(), browser.connections(), backend.connections()]).toEqual([0, 3, 3])
  })
})

if (POSTGRES === '') {
  process.stdout.write(
    'Not run, there is no Postgres (LATCHKEY_TEST_POSTGRES): live events over several processes\n',
  )
}

describe.skipIf(POSTGRES === '')('live events of several processes on one Postgres', LIMITS, () => {
  let deployment: PostgresDeployment
  beforeAll(async () => {
    deployment = await startPostgresDeployment(POSTGRES)
  })
  afterAll(async () => {
    await deployment?.database.drop()
    await deployment?.anvil.stop()
  })

  test('behavior: each page receives each event once and in order, although the services and the BFF are killed in between', async () => {
    const shared = deployment.settings
    const create = ['create', 'Acme', '--domain', 'shop.example', '--json']
    const made = await runCommand(organizations, create, {
      ...shared,
      PUBLIC_URL: 'https://wallets.example',
      DATA_DIR: join(folder, 'command'),
    })
    const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(made.answer))
    const startService = async (name: string, port: number) =>
      start(
        {
          ...shared,
          PUBLIC_URL: 'https://wallets.example',
          PORT: String(port),
          DATA_DIR: join(folder, name),
        },
        ['serve', '--only', 'service'],
      )
    const ports = { a: await freePort(), b: await freePort(), bff: await freePort() }
    let a = await startService('a', ports.a)
    let b = await startService('b', ports.b)
    const origin = `http://localhost:${ports.bff}`
    const startBff = () =>
      start(
        {
          DATABASE_URL: shared.DATABASE_URL,
          SECRET_KEY: shared.SECRET_KEY,
          PUBLIC_URL: origin,
          PORT: String(ports.bff),
          DATA_DIR: join(folder, 'bff'),
          UPSTREAM_URL: `http://127.0.0.1:${ports.a}/v1/baas`,
          UPSTREAM_API_KEY: apiKey,
        },
        ['serve', '--only', 'bff'],
      )
    let bff = await startBff()
    const setupUrl = (await readFile(join(folder, 'bff', 'setup-link'), 'utf8')).trim()
    const admin = await enrolFirstAdmin(origin, setupUrl)
    const pages = [follow(`${origin}/api/live`, () => admin), follow(`${origin}/api/live`, () => admin)]
    const backends = [ports.a, ports.b].map((port) =>
      follow(`http://127.0.0.1:${port}/v1/org/events`, () => ({ 'x-api-key': apiKey })),
    )
    const all = [...pages, ...backends]
    await expect.poll(() => all.map((follower) => follower.isOpen())).toEqual(all.map(() => true))
    const send = await samplesOf(apiKey, 'https://hooks.example/events', () =>
      servers.filter((one) => one !== bff),
    )
    const sent: string[] = []
    const sendSome = async (count: number) => {
      for (let index = 0; index < count; index += 1) sent.push(await send())
    }
    const allReceived = async () => {
      for (const follower of all)
        await expect.poll(() => idsOf(follower).toSorted(), RECOVERY).toEqual(sent.toSorted())
    }
    await sendSome(10)
    await allReceived()

    // Kills the service that the BFF reads from, then the BFF, then the other service, while events continue.
    await kill(a)
    await sendSome(10)
    a = await startService('a', ports.a)
    await sendSome(10)
    await allReceived()

    await kill(bff)
    await sendSome(10)
    bff = await startBff()
    await sendSome(10)
    await allReceived()

    await kill(b)
    await sendSome(10)
    b = await startService('b', ports.b)
    await allReceived()

    // Each reader received the events in the order of the sequence numbers and never read a range again.
    for (const { received } of all) {
      const sequences = received.map(({ event }) => Number(event.sequence))
      expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
    }
    expect(pages.map((page) => page.resets())).toEqual([0, 0])
  })
})
