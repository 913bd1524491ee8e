import type { Reply } from './error-response.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** The HTTP answer around a reply: the envelope of the specification, never a CORS header. */
export function respond(reply: Reply): Response {
  const body = JSON.stringify({ statusCode: reply.status, content: reply.content })
  return new Response(body, { status: reply.status, headers: { ...HEADERS, ...reply.headers } })
}
