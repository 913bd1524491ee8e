import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { freePort } from '#service/chain/anvil-process.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { call, createWallet, listTransactions, transferRequest, type Answer } from './testing/client.ts'
import { startServer, type ServerProcess } from './testing/server-process.ts'

const DOMAIN = 'shop.localhost'
const NOBODY = '0x00000000000000000000000000000000beef0002'
const WORKERS = 4
const ACCEPTED_BEFORE_STOP = 30

const sandboxSchema = z.object({ apiKey: z.string(), chainId: z.number(), inboxUrl: z.string() })
const mailsSchema = z.array(z.object({ code: z.optional(z.string()) }))

let server: ServerProcess

const dataDir = await makeDataFolder('stop')
const [port, demoPort] = [String(await freePort()), String(await freePort())]
const start = () => startServer({ PORT: port, DEMO_PORT: demoPort, DATA_DIR: dataDir })
server = await start()
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'behavior: under load, every accepted execute is confirmed after the restart',
  { timeout: 180_000 },
  async () => {
    const sandbox = sandboxSchema.parse(JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')))
    const { apiKey, chainId } = sandbox
    const wallet = await createWallet({
      asked: server,
      creating: server,
      apiKey,
      domain: DOMAIN,
      email: 'stop@example.com',
      codeFor: async (email) => {
        const inbox = `${server.url}${new URL(sandbox.inboxUrl).pathname}?to=${email}`
        const [mail] = mailsSchema.parse(await (await fetch(inbox)).json())
        return mail?.code ?? ''
      },
    })
    const base = BigInt(Math.floor(Date.now() / 1000) + 3_600)
    const accepted: bigint[] = []
    const refused: Answer[] = []
    let asked = 0n
    const work = async () => {
      for (;;) {
        asked += 1n
        const expiration = base + asked
        const body = transferRequest(wallet, { chainId, to: NOBODY, value: 0n, expiration })
        const answer = await call(server, apiKey, 'POST', '/baas/transactions/execute', body).catch(
          () => undefined,
        )
        if (answer === undefined) return
        if (answer.status === 200) accepted.push(expiration)
        else refused.push(answer)
        if (accepted.length === ACCEPTED_BEFORE_STOP) server.askToStop()
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
    expect(await server.ended).toBe(0)
    expect(refused).toEqual([])
    expect(server.output()).not.toContain('"level":50')
    expect(accepted.length).toBeGreaterThanOrEqual(ACCEPTED_BEFORE_STOP)

    server = await start()
    await vi.waitFor(
      async () => {
        const confirmed = await listTransactions(server, apiKey, wallet, 'CONFIRMED')
        expect(confirmed.length).toBeGreaterThanOrEqual(accepted.length)
      },
      { timeout: 120_000, interval: 100 },
    )
  },
)

test(
  'behavior: after SIGTERM, /readyz fails at once and new requests are served during the grace period',
  { timeout: 180_000 },
  async () => {
    const folder = await makeDataFolder('grace')
    const [own, demo] = [String(await freePort()), String(await freePort())]
    const settings = { PORT: own, DEMO_PORT: demo, DATA_DIR: folder, SHUTDOWN_GRACE_SECONDS: '3' }
    const ending = await startServer(settings)
    const statusOf = (path: string) => fetch(`${ending.url}${path}`).then(({ status }) => status)
    ending.askToStop()
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503)
    expect(await statusOf('/v1/baas/config')).toBe(401)
    expect(await ending.ended).toBe(0)
    await rm(folder, { recursive: true, force: true })
  },
)
