import { Agent, request, type RequestOptions } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { HOST } from './start-proxy.ts'

export type Sent = {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  /** Body as JSON text. */
  body?: string
  /** Local address of the client. On Linux all of 127.0.0.0/8 is this machine. */
  from?: string
  agent?: Agent
}
export type Received = { status: number; text: string; cookies: string[] }

/** Sends one request to the port of a proxy. Rejects if the connection ends before the response. */
export function send(port: number, sent: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const asked = request(optionsFor(port, sent), (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, text, cookies: headers['set-cookie'] ?? [] })
      })
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(sent.body)
  })
}

function optionsFor(
  port: number,
  { method = 'GET', path, headers, body, from, agent }: Sent,
): RequestOptions {
  return {
    host: '127.0.0.1',
    port,
    servername: HOST,
    rejectUnauthorized: false,
    method,
    path,
    headers: { host: HOST, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(from !== undefined && { localAddress: from }),
    ...(agent !== undefined && { agent }),
  }
}

/** Opens a stream through a proxy, and collects its text until it ends. */
export function openStream(port: number, sent: Sent) {
  let text = ''
  let isOpen = false
  const asked = request(optionsFor(port, sent), (response) => {
    isOpen = response.statusCode === 200
    response.on('data', (chunk) => (text += String(chunk)))
    response.on('close', () => (isOpen = false))
    response.on('error', () => undefined)
  })
  asked.on('error', () => (isOpen = false))
  asked.end()
  return { text: () => text, isOpen: () => isOpen, close: () => asked.destroy() }
}

const errorSchema = z.object({ code: z.string() })

/** Requests that a worker sends one after another before each gap. */
export const BURST = 8
/** Range of the random variation of a gap's length, in milliseconds. Some gaps end just as idle connections expire. */
const SPREAD_MS = 300

/** A request of the load. Its outcomes are counted under the name. */
export type LoadRequest = { name: string; sent: Sent }

type Load = {
  port: number
  /** Requests that each worker sends in turn. */
  requests: readonly LoadRequest[]
  total: number
  workers: number
  /** Idle time between bursts. Undefined means no gap. */
  gapMs?: number
  /** Continues the load until this resolves, even beyond `total`. */
  until?: Promise<unknown>
}

/** Sends requests from many workers, and returns how often each outcome occurred, such as `POST 200`. */
export async function runLoad({
  port,
  requests,
  total,
  workers,
  gapMs,
  until,
}: Load): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  const inTurn = Array.from({ length: BURST / requests.length }, () => requests).flat()
  let started = 0
  let isHeld = until !== undefined
  void until?.finally(() => (isHeld = false)).catch(() => undefined)
  const isLeft = () => started < total || isHeld
  const burst = async () => {
    // A client's connection lives for one burst, so only the connections behind the proxy grow old.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const { name, sent } of inTurn) {
      if (!isLeft()) break
      started += 1
      const outcome = await send(port, { ...sent, agent }).then(
        ({ status }) => String(status),
        (error: unknown) => errorSchema.safeParse(error).data?.code ?? String(error),
      )
      const key = `${name} ${outcome}`
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
    }
    agent.destroy()
  }
  const work = async () => {
    await burst()
    while (isLeft()) {
      if (gapMs !== undefined) await wait(gapMs + (Math.random() - 0.5) * SPREAD_MS)
      await burst()
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return outcomes
}
