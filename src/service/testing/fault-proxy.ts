import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { listenLocally } from '#protocol/testing/listen-locally.ts'

/** A JSON-RPC request as the service sent it. */
export type NodeRequest = { id: number; method: string; params: readonly unknown[] }
export type RpcFailure = { code: number; message: string; data?: unknown }
/** The node's response to a request. */
export type NodeAnswer = { result: unknown } | { error: RpcFailure }

/** The reply of the proxy. `body` is sent unchanged, with any status. */
export type Reply =
  | NodeAnswer
  | { status: number; headers?: Record<string, string>; body: string | Buffer }
  /** The response in pieces, with a pause in milliseconds between them. */
  | { pieces: string[]; pauseMs: number }
  /** `reset` closes the connection without a response. `silence` keeps it open without a response. */
  | 'reset'
  | 'silence'

export type FaultTools = {
  /** Forwards a request to the node. Undefined means the current request. */
  ask: (request?: Omit<NodeRequest, 'id'>) => Promise<NodeAnswer>
  /** Forwards the request to a node of another chain. */
  askOther: () => Promise<NodeAnswer>
  /** The current time of the service, in milliseconds. */
  now: () => number
}

/** Replies to each request instead of the node. */
export type Fault = (request: NodeRequest, tools: FaultTools) => Reply | Promise<Reply>

export type FaultProxy = {
  url: string
  /** Takes effect with the next request. */
  fault: Fault
  /** The clock of the service, for faults that depend on it. */
  now: () => number
  /** Called methods, in order. */
  asked: string[]
  close: () => Promise<void>
}

const requestSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const failureSchema = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })
const answerSchema = z.object({ result: z.optional(z.unknown()), error: z.optional(failureSchema) })

/** Forwards every request to the node unchanged. */
export const noFault: Fault = (_request, { ask }) => ask()

/** A JSON-RPC node over HTTP in front of a real one. Its `fault` determines how it misbehaves. */
export async function startFaultProxy(target: string, otherTarget: string = target): Promise<FaultProxy> {
  const asked: string[] = []

  async function askNode(url: string, request: NodeRequest): Promise<NodeAnswer> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...request })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body })
    const { result, error } = z.parse(answerSchema, await response.json())
    return error === undefined ? { result } : { error }
  }
  async function answer(body: string, response: ServerResponse): Promise<void> {
    const read = z.safeParse(requestSchema, JSON.parse(body))
    // This node does not accept batches.
    if (!read.success) return void response.writeHead(400).end('one request at a time')
    const request = read.data
    asked.push(request.method)
    const tools: FaultTools = {
      ask: (changed) => askNode(target, { ...request, ...changed }),
      askOther: () => askNode(otherTarget, request),
      now: proxy.now,
    }
    await send(response, request.id, await proxy.fault(request, tools))
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      answer(Buffer.concat(chunks).toString('utf8'), response).catch(() => response.destroy())
    })
  })
  const port = await listenLocally(server)
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${port}`,
    fault: noFault,
    now: () => Date.now(),
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A response in JSON-RPC format. */
export function rpcBody(id: number, answer: NodeAnswer): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...answer })
}

/** A compressed response, with its header. */
export function compressed(id: number, answer: NodeAnswer): Reply {
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
  return { status: 200, headers, body: gzipSync(rpcBody(id, answer)) }
}

async function send(response: ServerResponse, id: number, reply: Reply): Promise<void> {
  if (reply === 'silence') return
  if (reply === 'reset') return void response.destroy()
  if ('body' in reply) return void response.writeHead(reply.status, reply.headers).end(reply.body)
  if ('pieces' in reply) {
    response.writeHead(200, JSON_TYPE)
    for (const piece of reply.pieces) {
      response.write(piece)
      await new Promise((resolve) => setTimeout(resolve, reply.pauseMs))
    }
    return void response.end()
  }
  response.writeHead(200, JSON_TYPE).end(rpcBody(id, reply))
}
