import { createServer, type ServerResponse } from 'node:http'
import * as z from 'zod/mini'

/** How a node fails, or what it says instead of the truth. */
export type Fault =
  | 'none'
  | 'server-error'
  | 'too-many-requests'
  | 'silence'
  | 'reset'
  | 'rate-limited'
  | 'header-not-found'
  | 'stale'
  | 'other-blocks'
  | 'no-receipts'
  | 'refuses-transactions'
  | 'no-init-code'
  | 'strange-logs'

export type Refusal = { code: number; message: string }

export type FaultyNode = {
  url: string
  /** Takes effect with the next request. */
  fault: Fault
  /** Requests that the node refuses, besides its fault, with the error that this returns. */
  refuse: (request: { method: string; params: readonly unknown[] }) => Refusal | undefined
  /** Changes the results of the node behind it. */
  rewrite: (method: string, result: unknown) => unknown
  /** Methods that were asked, in order. */
  asked: string[]
  close: () => Promise<void>
}

const requestSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const answerSchema = z.object({ result: z.optional(z.unknown()) })
const OTHER_HASH = `0x${'5e'.repeat(32)}`

/** A real HTTP node in front of another, which fails as a test wishes. */
export async function startFaultyNode(target: string): Promise<FaultyNode> {
  const asked: string[] = []
  let staleHead: unknown

  const error = (id: number, code: number, message: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })

  async function forward(body: string): Promise<string> {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return response.text()
  }
  async function answer(body: string, response: ServerResponse): Promise<void> {
    const { id, method, params } = z.parse(requestSchema, JSON.parse(body))
    asked.push(method)
    const refusal = node.refuse({ method, params })
    if (refusal !== undefined) return void response.end(error(id, refusal.code, refusal.message))
    switch (node.fault) {
      case 'silence':
        return
      case 'reset':
        return void response.destroy()
      case 'server-error':
        return void response.writeHead(500).end('oh no')
      case 'too-many-requests':
        return void response.writeHead(429).end('slow down')
      case 'rate-limited':
        return void response.end(error(id, -32_005, 'daily request count exceeded, request rate limited'))
      case 'header-not-found':
        return void response.end(error(id, -32_000, 'header not found'))
      case 'refuses-transactions':
        if (method === 'eth_sendRawTransaction')
          return void response.end(error(id, -32_000, 'not in this pool'))
        break
      case 'no-receipts':
        if (method === 'eth_getTransactionReceipt')
          return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: null }))
        break
      case 'stale':
        if (method === 'eth_blockNumber')
          return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: staleHead }))
        break
      case 'other-blocks':
        if (method === 'eth_getBlockByNumber' && params[0] !== 'latest') {
          const text = await forward(body)
          const { result } = z.parse(answerSchema, JSON.parse(text))
          const other = result === null ? null : Object.assign({}, result, { hash: OTHER_HASH })
          return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: other }))
        }
        break
      case 'no-init-code':
        if (method === 'eth_call' && !Object(params[0]).to)
          return void response.end(error(id, -32_602, 'missing field to'))
        break
      case 'strange-logs':
        if (method === 'eth_getLogs')
          return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: [{ logIndex: 0 }] }))
        break
      case 'none':
        break
    }
    const text = await forward(body)
    const parsed = z.parse(answerSchema, JSON.parse(text))
    if (method === 'eth_blockNumber') staleHead = parsed.result
    const result = node.rewrite(method, parsed.result)
    const changed = result === parsed.result ? text : JSON.stringify({ jsonrpc: '2.0', id, result })
    response.setHeader('content-type', 'application/json').end(changed)
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      answer(body, response).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const node: FaultyNode = {
    url: `http://127.0.0.1:${address.port}`,
    fault: 'none',
    refuse: () => undefined,
    rewrite: (_method, result) => result,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return node
}
