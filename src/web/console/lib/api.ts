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
import {
  markSessionRestored,
  waitForSession,
  reloadApp,
  shownOrganization,
  broadcastChange,
} from './session-gate.ts'
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
const CHANGES_NOTHING = /^\/api\/(step-up|widget-session|baas\/transactions\/simulate)\b/

/**
 * Sends one request to the console's server and returns the parsed content. When the session has ended, or when the
 * server requires step-up, the dialog or the prompt opens, and the same request is sent again.
 *
 * @throws ApiError, or ReadableError when the passkey prompt was closed
 */
export async function callApi<Answer extends z.ZodMiniType>(
  request: ConsoleRequest<Answer>,
): Promise<z.output<Answer>> {
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

type PassThrough = '/api/baas' | '/api/org' | '/api/sandbox'
type Row = Pick<Endpoint, 'method' | 'path' | 'body' | 'answer'>
/** A body is of the row's own schema. */
type InputOf<Called extends Row> = Omit<EndpointInput, 'body'> & {
  body?: Called extends { body: infer Body } ? z.input<Body> : never
}

/** Calls one row of an endpoint table through the console's pass-through; returns the content. */
export async function callEndpoint<Called extends Row>(
  base: PassThrough,
  endpoint: Called,
  input?: InputOf<Called>,
): Promise<z.output<Called['answer']>> {
  return (await callPage(base, endpoint, input)).content
}

/** Like `callEndpoint`, for a list: with the cursor of the next page. */
export async function callPage<Called extends Row>(
  base: PassThrough,
  endpoint: Called,
  input?: InputOf<Called>,
): Promise<Page<z.output<Called['answer']>>> {
  return call(requestOf<Called['answer']>(base, endpoint, input))
}

type Options<Called extends Row> = Omit<InputOf<Called>, 'signal' | 'idempotencyKey'> & { staleTime?: number }

/** Reads one row of an endpoint table through the console's pass-through. */
export function endpointQuery<Called extends Row>(
  queryKey: readonly unknown[],
  base: PassThrough,
  endpoint: Called,
  { staleTime, ...input }: Options<Called> = {},
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callEndpoint(base, endpoint, { ...input, signal }),
    ...(staleTime !== undefined && { staleTime }),
  })
}

/** Reads a path of the console's own server. */
export function pathQuery<Answer extends z.ZodMiniType>(
  queryKey: readonly unknown[],
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

/** Reads one page of a list, with the cursor of the next. */
export function pageQuery<Called extends Row>(
  queryKey: readonly unknown[],
  base: PassThrough,
  endpoint: Called,
  input: Options<Called>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => callPage(base, endpoint, { ...input, signal }) })
}

/** Reads a list page after page, from a cursor on: the first page has none. */
export function pagesQuery<Called extends Row>(
  queryKey: readonly unknown[],
  base: PassThrough,
  endpoint: Called,
  input: Options<Called>,
  start = '',
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) =>
      callPage(base, endpoint, { ...input, query: { ...input.query, cursor }, signal }),
    initialPageParam: start,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** A change that refetches what it affects (`queryKey` absent: everything). It is pending until then. */
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
