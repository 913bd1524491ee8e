import type { IncomingMessage, ServerResponse } from 'node:http'

const BODY_BYTES_MAX = 10_000

/** A request that the shop turns down; `message` is for the person at the page. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export type Answer = { headers: Record<string, string>; body: string }

export function send(response: ServerResponse, status: number, { headers, body }: Answer): void {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  })
  response.end(body)
}

export function sendJson(response: ServerResponse, status: number, content: object): void {
  send(response, status, {
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(content),
  })
}

/** The JSON of a request; a request without a body is an empty object. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > BODY_BYTES_MAX) throw new Refusal(413, 'That is too long')
  }
  try {
    return JSON.parse(body === '' ? '{}' : body)
  } catch {
    throw new Refusal(400, 'That is no JSON')
  }
}
