import { classifyCredential } from '#protocol/credential-form.ts'
import type { Scope } from '#protocol/endpoint.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import type { HttpError } from '#server-kit/http/http-error.ts'
import type { Answered } from '#server-kit/http/request-scope.ts'
import type { Caller } from '#service/context.ts'
import type { EnteredRequest } from '#service/keys/requests-at-once.ts'

/** Fields that are added to the log line of a request while it is handled. */
export type RequestNotes = { route?: string; organizationId?: string; keyId?: string }

/** The facts about the sender of a request. */
export type Visitor = {
  apiKey: string | undefined
  /**
   * `apiKey` was sent as `Authorization: Bearer` instead of in its own header. The request is refused, and reported
   * if it came from a browser.
   */
  isMisplaced: boolean
  /** Undefined for a call within the process, which uses no network. */
  client: Client | undefined
  /** Whether a header is present that browsers add and servers do not: `Origin` or `Sec-Fetch-Site`. */
  fromBrowser: boolean
  origin: string | undefined
}

/** The key with which a request was admitted, and headers for every later response. */
export type Admitted = Caller & {
  scopes: readonly Scope[]
  headers: Record<string, string>
} & EnteredRequest

/** Admits a request, or throws: INVALID_API_KEY, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED. */
export type Admit = (visitor: Visitor, notes: RequestNotes) => Promise<Admitted>

/** A handled request with a valid key. `path` contains identifiers and never the query. */
export type AnsweredRequest = Omit<Answered, 'route'> & {
  keyId: string
  path: string
  requestId: string
  client: Client | undefined
  /**
   * The endpoint whose scope the key holds. Undefined if the request was refused before the scope
   * check.
   */
  endpoint: string | undefined
  refusal: HttpError | undefined
}
/** Adds the request to the log of its key, without delaying the response. */
export type RecordRequest = (request: AnsweredRequest) => void

/**
 * Reads the visitor from a request. Other `Sec-Fetch-*` headers are ignored, because Node's own fetch sends
 * some.
 */
export function readVisitor(headers: Headers, client: Client | undefined): Visitor {
  const origin = headers.get('origin') ?? undefined
  const apiKey = headers.get('x-api-key') ?? undefined
  const misplaced = apiKey === undefined ? bearerKey(headers) : undefined
  return {
    apiKey: apiKey ?? misplaced,
    isMisplaced: misplaced !== undefined,
    client,
    fromBrowser: origin !== undefined || headers.has('sec-fetch-site'),
    origin,
  }
}

function bearerKey(headers: Headers): string | undefined {
  const text = /^Bearer (\S{1,300})$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
  return classifyCredential(text) === 'api-key' ? text : undefined
}
