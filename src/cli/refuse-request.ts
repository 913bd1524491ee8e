import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'

/** What Node's parser refuses before there is a request, by its code; whatever else is 400. */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }
const MESSAGES: Record<number, string> = {
  400: 'This is no valid HTTP request',
  408: 'The request took too long to arrive',
  431: 'The headers of the request are too large',
  500: 'Something went wrong on our side. The request id identifies it.',
}

/** The answer to an unparsable request, in the envelope. Source: profile 6. */
export function refuseRequest(error: unknown): Response {
  const status = error instanceof RequestError ? 400 : 500
  const { body, headers } = refusal(status)
  return new Response(body, { status, headers })
}

/** HTTP/1.1 names a host (RFC 9112 3.2); balancers that ask by 1.0 do not. */
export function refuseHostless(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.headers.host !== undefined || incoming.httpVersion !== '1.1') return false
  const { body, headers } = refusal(400)
  outgoing.writeHead(400, headers).end(body)
  return true
}

/** The same where there is nothing but a connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS[error.code ?? ''] ?? 400
  const { body, headers } = refusal(status)
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

function refusal(status: number): { body: string; headers: Record<string, string> } {
  const code = status === 500 ? 'INTERNAL' : 'VALIDATION_FAILED'
  const content = { message: MESSAGES[status] ?? '', code }
  return {
    body: JSON.stringify({ statusCode: status, content }),
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': randomUUID() },
  }
}
