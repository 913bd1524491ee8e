import { classifyCredential } from '#protocol/credential-form.ts'
import type { Scope } from '#protocol/endpoint.ts'
import type { Caller } from '#service/context.ts'
import type { Client } from '#server-kit/http/client-ip.ts'
import type { HttpError } from '#server-kit/http/http-error.ts'
import type { Answered } from '#server-kit/http/request-scope.ts'

/** Fields that the log line of a request gains on the way. */
export type RequestNotes = { route?: string; organizationId?: string; keyId?: string }

/** The facts about the sender of a request. */
export type Visitor = {
  apiKey: string | undefined
  /** `apiKey` came as `Authorization: Bearer` and not in its own header: it is refused, and reported from a browser. */
  isMisplaced: boolean
  /** Absent for a call within the process: no network was crossed. */
  client: Client | undefined
  /** The headers that browsers add and no server does: `Origin` or `Sec-Fetch-Site`. */
  fromBrowser: boolean
  origin: string | undefined
}

/** The key that a request was admitted with, and headers for every answer from then on. */
export type Admitted = Caller & { scopes: readonly Scope[]; headers: Record<string, string> }

/** Admits a request, or throws: INVALID_API_KEY, API_KEY_IN_BROWSER, IP_NOT_ALLOWED, RATE_LIMITED. */
export type Admit = (visitor: Visitor, notes: RequestNotes) => Promise<Admitted>

/** An answered request with a key that holds. `path` has its identifiers and never the query. */
export type AnsweredRequest = Omit<Answered, 'route'> & {
  keyId: string
  path: string
  requestId: string
  client: Client | undefined
  /** The row of the endpoint tables whose scope the key holds; undefined for a request that was refused before. */
  endpoint: string | undefined
  refusal: HttpError | undefined
}
/** Takes it into the log of its key; nothing waits for that. */
export type RecordRequest = (request: AnsweredRequest) => void

/** Reads the visitor from a request. Other `Sec-Fetch-*` headers mean nothing: Node's own fetch sends some. */
export function visitorOf(headers: Headers, client: Client | undefined): Visitor {
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
