import { refusal } from './envelope.ts'

export const page = (status: number): Response =>
  new Response('<!doctype html><title>Sign in</title>', { status })

export type Spoil = (content: unknown) => unknown

/**
 * Ways in which a captive portal, firewall or proxy corrupts the response to an execution that has happened.
 */
export const SPOILT: [kind: string, spoil: Spoil][] = [
  ['200 with a page', () => page(200)],
  ['truncated JSON', (content) => new Response(JSON.stringify({ content }).slice(0, -9))],
  ['204', () => new Response(null, { status: 204 })],
  ['404 with a page', () => page(404)],
  ['400 with an unknown code', () => refusal(400, 'SOMETHING_NEW')],
  ['409 CONFLICT', () => refusal(409, 'CONFLICT')],
  ['no hash', (content) => ({ ...Object(content), transactionHash: null, transactionUuid: null })],
  ['no success', (content) => ({ ...Object(content), success: false })],
  ['401', () => refusal(401, 'WIDGET_TOKEN_EXPIRED')],
  ['403 with a page', () => page(403)],
  ['408', () => page(408)],
  ['429', () => refusal(429, 'RATE_LIMITED')],
  ['500', () => refusal(500, 'INTERNAL')],
  ['502', () => page(502)],
  ['520', () => page(520)],
  [
    'a reset connection',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
]
