import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createSoftwarePasskey } from '#protocol/testing/software-passkey.ts'
import { programArguments } from '#service/testing/built-program.ts'
import { makeDataFolder } from '#service/testing/test-database.ts'
import { toKeyFields } from '#service/testing/wallet-requests.ts'

describe('kill -9 during a creation', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await makeDataFolder('kill')
  })
  afterAll(async () => {
    // A child left by a failed assertion would prevent the test's own process from ending.
    for (const child of children) child.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  // Delays after the request at which the process is killed, in milliseconds: from before storing to after
  // the response.
  const DELAYS_MS = [10, 50, 100, 200]

  test('behavior: the same request completes once after the restart, and the code is not lost', async () => {
    let running = await startProcess(dataDir)
    const addresses: string[] = []
    for (const [round, delayMs] of DELAYS_MS.entries()) {
      const email = `killed${round}@example.com`
      await running.post('/v1/baas/wallets/request-email-verification', { email })
      const [mail] = inboxSchema.parse(await running.get(`/sandbox/inbox?to=${email}`))
      const body = { ...toKeyFields(createSoftwarePasskey('localhost')), email, verificationCode: mail?.code }
      const first = running.post('/v1/baas/wallets', body).catch(() => undefined)
      await wait(delayMs)
      await running.kill()
      const answered = await first
      running = await startProcess(dataDir, running.apiKey)
      const again = await running.post('/v1/baas/wallets', body)
      const { qx, qy, rpIdHash } = body
      const predicted = await running.post('/v1/baas/wallets/predict', { qx, qy, rpIdHash })
      expect(predicted.content).toMatchObject({ deployed: true })
      // The response is recorded after it was sent. If the service is killed in between, it sends the same response
      // again.
      if (answered !== undefined && again.statusCode !== 200) {
        expect(again.content).toMatchObject({ code: 'WALLET_ALREADY_DEPLOYED' })
      } else {
        expect(again).toMatchObject(answered ?? { statusCode: 200 })
      }
      addresses.push(String(predicted.content['address']))
    }
    const list = listSchema.parse(await running.get('/v1/baas/wallets'))
    expect(list.content.map((wallet) => wallet.address)).toEqual(addresses.toReversed())
    await running.kill()
  })
})

const envelopeSchema = z.object({ statusCode: z.number(), content: z.record(z.string(), z.unknown()) })
const listSchema = z.object({ content: z.array(z.object({ address: z.string() })) })
const inboxSchema = z.array(z.object({ code: z.optional(z.string()) }))
const placeSchema = z.object({ port: z.number(), apiKey: z.string() })

const children: ChildProcess[] = []

async function startProcess(dataDir: string, apiKey?: string) {
  const entry = 'src/service/testing/service-process.ts'
  const args = await programArguments(entry, dataDir, ...(apiKey === undefined ? [] : [apiKey]))
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const place = placeSchema.parse(JSON.parse(await firstLine(child)))
  const url = (path: string) => `http://127.0.0.1:${place.port}${path}`
  const headers = { 'x-api-key': place.apiKey, 'content-type': 'application/json' }
  return {
    apiKey: place.apiKey,
    get: async (path: string): Promise<unknown> => (await fetch(url(path), { headers })).json(),
    post: async (path: string, body: unknown) => {
      const response = await fetch(url(path), { method: 'POST', headers, body: JSON.stringify(body) })
      return z.parse(envelopeSchema, await response.json())
    },
    kill: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output')
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with ${code} before it answered`)
  })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  ended.catch(() => undefined)
  return String(line)
}
