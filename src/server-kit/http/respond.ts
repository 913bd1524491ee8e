import type { Reply } from './error-reply.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * Headers of every response to a request. They are passed when the Response is created, because adding a
 * header later makes it parse and write all headers again.
 */
export type Answering = {
  headers: Record<string, string>
  /** A response that already has these headers. */
  complete?: Response
}

/** The HTTP response for a reply: the specification's envelope, without CORS headers. */
export function respond(reply: Reply, answering?: Answering): Response {
  const body = JSON.stringify({ statusCode: reply.status, content: reply.content })
  const headers = { ...HEADERS, ...reply.headers, ...answering?.headers }
  const response = new Response(body, { status: reply.status, headers })
  if (answering !== undefined) answering.complete = response
  return response
}

/** Adds the headers of `answering` to a response that was created elsewhere. */
export function completeAnswer(response: Response, answering: Answering): void {
  if (answering.complete === response) return
  for (const [name, value] of Object.entries(answering.headers)) response.headers.set(name, value)
}
