import * as z from 'zod/mini'
import type { ConsoleRoute } from '#protocol/console-access.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { ORGANIZATION_HEADER, STEP_UP_HEADER } from '#protocol/console-api.ts'
import {
  askServer,
  bodyOf,
  requestOf,
  type ApiRequest,
  type EndpointInput,
  type Page,
} from '#web/ui/ask-server.ts'
import { ApiError } from '#web/ui/errors.ts'
import { markSessionRestored, waitForSession } from './session-gate.ts'
import { reloadApp } from './reload-app.ts'
import { shownOrganization } from './shown-organization.ts'
import { broadcastChange } from './tabs.ts'
import { learnServerTime } from './use-now.ts'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/** Requests that make the session must not wait for one. */
type ConsoleRequest<Answer extends z.ZodMiniType> = ApiRequest<Answer> & { sessionless?: boolean }
/** `stepUp`: names the answered passkey prompt that was for this request. */
type Sent<Answer extends z.ZodMiniType> = ConsoleRequest<Answer> & { stepUp?: string }

/** A POST that is only a step towards a change, or a question. */
const CHANGES_NOTHING = /^\/api\/(step-up|widget-session|addresses\/lookup|baas\/transactions\/simulate)\b/

/**
 * Sends one request to the console's server and returns the parsed content. When the session has ended, or when the
 * server requires step-up, the dialog or the prompt opens, and the same request is sent again.
 *
 * @throws ApiError, or ReadableError when the passkey prompt was closed
 */
export async function callApi<Answer extends z.ZodMiniType>(request: ConsoleRequest<Answer>) {
  return (await call(request)).content
}

async function call<Answer extends z.ZodMiniType>(request: Sent<Answer>): Promise<Page<z.output<Answer>>> {
  try {
    const page = await askServer(request, headersOf(request), (headers) =>
      learnServerTime(headers.get('date')),
    )
    if (request.sessionless !== true) {
      markSessionRestored()
      if (request.method !== 'GET' && !CHANGES_NOTHING.test(request.path)) broadcastChange()
    }
    return page
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return call(await requestAfterRefusal(request, error))
  }
}

/** Sends the same request after a refusal, since the first one changed nothing. @throws the refusal */
async function requestAfterRefusal<Answer extends z.ZodMiniType>(
  { stepUp, ...request }: Sent<Answer>,
  error: ApiError,
): Promise<Sent<Answer>> {
  if (error.code === 'ORGANIZATION_CHANGED') reloadApp()
  if (error.code === 'SESSION_REQUIRED' && request.sessionless !== true) {
    if ((await waitForSession()) === 'declined') throw error
    return request
  }
  if (error.code !== 'STEP_UP_REQUIRED' || stepUp !== undefined) throw error
  const { confirmRequest } = await import('./step-up.ts')
  const { method, path } = request
  const body = bodyOf(request) ?? ''
  return { ...request, stepUp: await confirmRequest(postTo, { method, path, body }) }
}

function postTo<Answer extends z.ZodMiniType>(path: string, body: unknown, answer: Answer) {
  return callApi({ method: 'POST', path, body, answer })
}

function headersOf({ sessionless, stepUp }: Sent<z.ZodMiniType>): Record<string, string> {
  const organization = sessionless === true ? undefined : shownOrganization()
  return {
    ...(organization !== undefined && { [ORGANIZATION_HEADER]: organization }),
    ...(stepUp !== undefined && { [STEP_UP_HEADER]: stepUp }),
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Calls a route of the console's own server; `:names` in its path stand for the input's `params`. */
export async function callRoute<Answer extends z.ZodMiniType>(
  route: ConsoleRoute,
  answer: Answer,
  input?: EndpointInput,
): Promise<z.output<Answer>> {
  const method = METHODS.find((one) => route.startsWith(`${one} `)) ?? 'GET'
  return callApi(requestOf('', { method, path: route.slice(method.length + 1), answer }, input))
}

/** The same for a route whose answer says nothing that the caller needs. */
export async function runRoute(route: ConsoleRoute, input?: EndpointInput): Promise<void> {
  await callRoute(route, z.unknown(), input)
}

type Row = Pick<Endpoint, 'method' | 'path' | 'body' | 'answer'>
/** A body is of the row's own schema. */
type InputOf<Called extends Row> = Omit<EndpointInput, 'body'> & {
  body?: Called extends { body: infer Body } ? z.input<Body> : never
}
type Options<Called extends Row> = Omit<InputOf<Called>, 'signal' | 'idempotencyKey'> & { staleTime?: number }
type Key = readonly unknown[]

/** The rows of endpoint tables that the console's server passes on below `base`. */
function passThrough(base: string) {
  const page = <Called extends Row>(endpoint: Called, input?: InputOf<Called>) =>
    call(requestOf<Called['answer']>(base, endpoint, input))
  const callRow = async <Called extends Row>(endpoint: Called, input?: InputOf<Called>) =>
    (await page(endpoint, input)).content
  return {
    /** Calls one row; returns the content. */
    call: callRow,
    /** The same for a list: with the cursor of the next page. */
    page,
    /** Reads one row. */
    query: <Called extends Row>(queryKey: Key, endpoint: Called, options: Options<Called> = {}) => {
      const { staleTime, ...input } = options
      const queryFn = ({ signal }: { signal: AbortSignal }) => callRow(endpoint, { ...input, signal })
      return queryOptions({ queryKey, queryFn, ...(staleTime !== undefined && { staleTime }) })
    },
    /** Reads one page of a list, with the cursor of the next. */
    pageQuery: <Called extends Row>(queryKey: Key, endpoint: Called, input: Options<Called>) =>
      queryOptions({ queryKey, queryFn: ({ signal }) => page(endpoint, { ...input, signal }) }),
    /** Reads a list page after page, from a cursor on: the first page has none. */
    pagesQuery: <Called extends Row>(queryKey: Key, endpoint: Called, input: Options<Called>, start = '') =>
      infiniteQueryOptions({
        queryKey,
        queryFn: ({ pageParam: cursor, signal }) =>
          page(endpoint, { ...input, query: { ...input.query, cursor }, signal }),
        initialPageParam: start,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      }),
  }
}
export const baasApi = passThrough('/api/baas')
export const orgApi = passThrough('/api/org')
export const sandboxApi = passThrough('/api/sandbox')

/** Reads a path of the console's own server. */
export function pathQuery<Answer extends z.ZodMiniType>(
  queryKey: Key,
  path: string,
  answer: Answer,
  { query, ...options }: { query?: Record<string, string | undefined>; staleTime?: number } = {},
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi({ method: 'GET', path, answer, signal, ...(query && { query }) }),
    ...options,
  })
}

/** A change that refetches the queries it affects (`queryKey` undefined: all queries). It is pending until then. */
export function useChange<Result, Variables = void>(
  change: (variables: Variables) => Promise<Result>,
  queryKey?: QueryKey,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => change(variables),
    onSuccess: () => queryClient.invalidateQueries(queryKey && { queryKey }),
  })
}
