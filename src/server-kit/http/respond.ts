import type { Reply } from './error-reply.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * The headers of the answer to a request, whatever it is. Headers that are there from the beginning cost nothing;
 * each that is added to a made Response makes it parse and write all of them again.
 */
export type Answering = {
  headers: Record<string, string>
  /** The answer that has these headers already. */
  complete?: Response
}

/** The HTTP answer around a reply: the envelope of the specification, never a CORS header. */
export function respond(reply: Reply, answering?: Answering): Response {
  const body = JSON.stringify({ statusCode: reply.status, content: reply.content })
  const headers = { ...HEADERS, ...reply.headers, ...answering?.headers }
  const response = new Response(body, { status: reply.status, headers })
  if (answering !== undefined) answering.complete = response
  return response
}

/** The headers of `answering` on what something else answered. */
export function completeAnswer(response: Response, answering: Answering): void {
  if (answering.complete === response) return
  for (const [name, value] of Object.entries(answering.headers)) response.headers.set(name, value)
}
