import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { organizations } from '#cli/commands/organizations.ts'
import { enrolFirstAdmin } from '#cli/testing/admin-session.ts'
import { call } from '#cli/testing/client.ts'
import { startPostgresDeployment } from '#cli/testing/postgres-deployment.ts'
import { runCommand } from '#cli/testing/run-command.ts'
import { startServer, type ServerProcess } from '#cli/testing/server-process.ts'
import { freePort } from '#service/chain/anvil-process.ts'
import { send } from './proxy-requests.ts'
import { HOST, startProxy, type Proxy, type ProxyName } from './start-proxy.ts'

const DOMAIN = 'shop.example'
const ORIGIN = `https://${HOST}`

const apiKeySchema = z.object({ apiKey: z.string() })
const issuedSchema = z.object({ id: z.string(), secret: z.string() })

type ProcessIndex = 0 | 1

export type ProxiedDeployment = {
  /** A key with every scope. */
  apiKey: string
  /** Headers of a signed-in administrator of the console. */
  admin: Record<string, string>
  proxies: Readonly<Record<ProxyName, Proxy>>
  /** One of the two processes. */
  running: (index: ProcessIndex) => ServerProcess
  /** Stops a process and starts it again. Returns the exit code of the stopped process. */
  restart: (index: ProcessIndex) => Promise<number | null>
  /** Stops the chain's node for good. */
  stopChain: () => Promise<void>
  /** Issues a key through the first process. `more` has further fields of the request. */
  issueKey: (more: Record<string, unknown>) => Promise<z.infer<typeof issuedSchema>>
  stop: () => Promise<void>
}

type Options = { keepAliveSeconds: number }
type Closers = (() => Promise<unknown>)[]

/**
 * Starts two processes on one Postgres, behind nginx, Caddy and HAProxy with their shipped configurations. Stops
 * everything again if a part does not start.
 */
export async function startProxiedDeployment(postgres: string, options: Options): Promise<ProxiedDeployment> {
  const closers: Closers = []
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    return { ...(await startParts(postgres, options, closers)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(postgres: string, { keepAliveSeconds }: Options, closers: Closers) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-proxies-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  // A proxy's workers may run as another user.
  await chmod(folder, 0o755)
  const deployment = await startPostgresDeployment(postgres)
  let isChainAway = false
  const stopChain = async () => {
    if (!isChainAway) await deployment.anvil.stop()
    isChainAway = true
  }
  closers.push(stopChain, () => deployment.database.drop())
  const ports = [await freePort(), await freePort()] as const
  const environment = {
    ...deployment.settings,
    PUBLIC_URL: ORIGIN,
    TRUSTED_PROXIES: '127.0.0.1',
    KEEP_ALIVE_SECONDS: String(keepAliveSeconds),
    // The setup of docs/self-hosting.md.
    SHUTDOWN_GRACE_SECONDS: '5',
    // The loads of three proxies come from one console, and its key would reach the usual limit.
    KEY_REQUESTS_PER_MINUTE: '60000',
  }
  const start = (index: ProcessIndex) =>
    startServer({ ...environment, PORT: String(ports[index]), DATA_DIR: join(folder, `process-${index}`) })

  const place = { ...environment, DATA_DIR: join(folder, 'command') }
  const made = await runCommand(organizations, ['create', 'Acme', '--domain', DOMAIN, '--json'], place)
  const { apiKey } = apiKeySchema.parse(JSON.parse(made.answer))
  const servers = new Map<ProcessIndex, ServerProcess>([[0, await start(0)]])
  closers.push(async () => {
    for (const server of servers.values()) await server.stop()
  })
  const open = async (name: ProxyName) => {
    const proxy = await startProxy(name, ports, folder)
    closers.push(proxy.stop)
    return proxy
  }
  const proxies = { nginx: await open('nginx'), caddy: await open('caddy'), haproxy: await open('haproxy') }
  const admin = await enrolAdmin(folder, proxies.nginx)
  servers.set(1, await start(1))
  const running = (index: ProcessIndex): ServerProcess => {
    const server = servers.get(index)
    if (server === undefined) throw new Error(`Process ${index} was not started`)
    return server
  }
  return {
    apiKey,
    admin,
    proxies,
    running,
    restart: async (index: ProcessIndex) => {
      const code = await running(index).stop()
      servers.set(index, await start(index))
      return code
    },
    stopChain,
    issueKey: async (more: Record<string, unknown>) => {
      const body = { label: 'proxies', scopes: ['wallet:create', 'wallet:read'], ...more }
      const { content } = await call(running(0), apiKey, 'POST', '/org/keys', body)
      return issuedSchema.parse(content)
    },
  }
}

/** Enrols by the setup link of the first process. A second process replaces the link when it starts. */
async function enrolAdmin(folder: string, { port }: Proxy): Promise<Record<string, string>> {
  const setupUrl = (await readFile(join(folder, 'process-0', 'setup-link'), 'utf8')).trim()
  return enrolFirstAdmin(ORIGIN, setupUrl, async (url, asked) => {
    const { status, text, cookies } = await send(port, { path: new URL(url).pathname, ...asked })
    return new Response(text, { status, headers: cookies.map((cookie) => ['set-cookie', cookie]) })
  })
}
