import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { mountRows, type RouteRow } from '#server-kit/http/mount-rows.ts'
import { type HttpEnv, noteRoute, type Route } from '#service/http/endpoint-routes.ts'
import { openApiDocument } from './openapi-document.ts'
import { PAGE_STYLE, renderPage } from './page.ts'

type Document = { body: string; headers: Record<string, string> }

/**
 * `/v1/openapi.json` and `/v1/docs`. They are public, because they contain no data of any organization (profile
 * 1).
 */
export function descriptionRoutes(publicUrl: string): Hono<HttpEnv> {
  const row = (path: string, make: () => Document): RouteRow<HttpEnv> => {
    let made: Document | undefined
    const handle: Route = async (c) => {
      made ??= withTag(make())
      const isKnown = c.req.header('if-none-match') === made.headers['etag']
      return new Response(isKnown ? null : made.body, { status: isKnown ? 304 : 200, headers: made.headers })
    }
    return { method: 'GET', path, handle }
  }
  const openApi = row('/v1/openapi.json', () => ({
    body: JSON.stringify(openApiDocument(publicUrl)),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }))
  const page = row('/v1/docs', () => ({
    body: renderPage(openApiDocument(publicUrl)),
    headers: pageHeaders(PAGE_STYLE),
  }))
  return mountRows([openApi, page], noteRoute)
}

/**
 * Security headers that allow only the page's style and, if given, its script, which may only call this server.
 */
export function pageHeaders(style: string, script?: string): Record<string, string> {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${hash(style)}`,
      ...(script === undefined ? [] : [`script-src ${hash(script)}`, "connect-src 'self'"]),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

function withTag({ body, headers }: Document): Document {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  return {
    body,
    headers: { ...headers, etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' },
  }
}
