import { NextResponse } from 'next/server'

const { LATCHKEY_URL = 'http://localhost:4000' } = process.env

/** Sets a strict policy for each page. Next.js adds the nonce to its own inline scripts. */
export function proxy(request) {
  const nonce = crypto.randomUUID()
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${LATCHKEY_URL}/widget/v1/`,
    `connect-src 'self' ${LATCHKEY_URL}/api/widget/ ${LATCHKEY_URL}/widget/v1/`,
    "style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = { matcher: '/' }
