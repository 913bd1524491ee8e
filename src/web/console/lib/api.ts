import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { ORGANIZATION_HEADER, STEP_UP_HEADER } from '#protocol/console/request-headers.ts'
import {
  askServer,
  encodeBody,
  buildRequest,
  type ApiRequest,
  type EndpointInput,
  type Page,
} from '#web/ui/ask-server.ts'
import { ApiError } from '#web/ui/errors.ts'
import { notePartAway } from './parts-away.ts'
import { reloadApp } from './reload-app.ts'
import type { CallableRow, LastArgument, RowInput, RowParts } from './row-input.ts'
import type { RowContent, RowPageQuery, RowPagesQuery, RowQuery } from './row-query.ts'
import { markSessionRestored, waitForSession } from './session-gate.ts'
import { shownOrganization } from './shown-organization.ts'
import { broadcastChange } from './tabs.ts'
import { learnServerTime } from './use-now.ts'

/** `sessionless`: requests that create the session must not wait for one. */
type ConsoleRequest<Answer extends z.ZodMiniType> = ApiRequest<Answer> & { sessionless?: boolean }
/** `stepUp`: id of the completed passkey prompt for this request. */
type Sent<Answer extends z.ZodMiniType> = ConsoleRequest<Answer> & { stepUp?: string }

/** Paths whose POST requests change no data: a step before a change, or a query. */
const CHANGES_NOTHING = /^\/api\/(step-up|widget-session|addresses\/lookup|baas\/transactions\/simulate)\b/

/**
 * Sends one request to the console's server and returns the parsed content. If the session has ended or the
 * server requires step-up, opens the dialog or the prompt and sends the same request again.
 *
 * @throws ApiError, or ReadableError if the passkey prompt was closed
 */
export async function callApi<Answer extends z.ZodMiniType>(
  request: ConsoleRequest<Answer>,
): Promise<z.infer<Answer>> {
  return (await call(request)).content
}

/** Number of requests without a response. */
let pending = 0

/** Whether any request to the console's server has no response yet. */
export function isReading(): boolean {
  return pending > 0
}

async function ask<Answer extends z.ZodMiniType>(request: Sent<Answer>): Promise<Page<z.output<Answer>>> {
  pending += 1
  try {
    return await askServer(request, writeHeaders(request), (headers) => learnServerTime(headers.get('date')))
  } finally {
    pending -= 1
  }
}

async function call<Answer extends z.ZodMiniType>(request: Sent<Answer>): Promise<Page<z.output<Answer>>> {
  try {
    const page = await ask(request)
    if (request.sessionless !== true) {
      markSessionRestored()
      if (request.method !== 'GET' && !CHANGES_NOTHING.test(request.path)) broadcastChange()
    }
    return page
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    notePartAway(error)
    return call(await requestAfterRefusal(request, error))
  }
}

/** Returns the request to send again after a refusal, which changed nothing. @throws the refusal */
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
  const body = encodeBody(request) ?? ''
  return { ...request, stepUp: await confirmRequest(consoleApi.call, { method, path, body }) }
}

function writeHeaders({ sessionless, stepUp }: Sent<z.ZodMiniType>): Record<string, string> {
  const organization = sessionless === true ? undefined : shownOrganization()
  return {
    ...(organization !== undefined && { [ORGANIZATION_HEADER]: organization }),
    ...(stepUp !== undefined && { [STEP_UP_HEADER]: stepUp }),
  }
}

type Options<Row> = RowParts<Row> & { staleTime?: number }
type PlainOptions = EndpointInput & { staleTime?: number }

/** Input of a call, already checked against its endpoint, in the untyped form that every call sends. */
function plainInput<Row>([input]: [input?: RowInput<Row> | Options<Row>]): PlainOptions {
  return input ?? {}
}

/** Functions that call the endpoints of a table. The console's server serves them below `base`. */
function rowsBelow(base: string) {
  const page = <Row extends CallableRow>(row: Row, input: EndpointInput): Promise<Page<RowContent<Row>>> => {
    const request = buildRequest<Row['answer']>(base, row, input)
    return call(row.role === null ? { ...request, sessionless: true } : request)
  }
  const content = async <Row extends CallableRow>(row: Row, input: EndpointInput): Promise<RowContent<Row>> =>
    (await page(row, input)).content
  return {
    /** Calls an endpoint and returns the content. */
    call: <Row extends CallableRow>(row: Row, ...given: LastArgument<RowInput<Row>>) =>
      content(row, plainInput<Row>(given)),
    /** Calls an endpoint that lists items. Returns one page with the cursor of the next. */
    page: <Row extends CallableRow>(row: Row, ...given: LastArgument<RowInput<Row>>) =>
      page(row, plainInput<Row>(given)),
    /** Query for the content of an endpoint. */
    query: <Row extends CallableRow>(
      queryKey: QueryKey,
      row: Row,
      ...given: LastArgument<Options<Row>>
    ): RowQuery<Row> => {
      const { staleTime, ...input } = plainInput<Row>(given)
      const queryFn = ({ signal }: { signal: AbortSignal }) => content(row, { ...input, signal })
      return queryOptions({ queryKey, queryFn, ...(staleTime !== undefined && { staleTime }) })
    },
    /** Query that reads one page of a list, with the cursor of the next. */
    pageQuery: <Row extends CallableRow>(
      queryKey: QueryKey,
      row: Row,
      ...given: LastArgument<Options<Row>>
    ): RowPageQuery<Row> => {
      const input = plainInput<Row>(given)
      return queryOptions({ queryKey, queryFn: ({ signal }) => page(row, { ...input, signal }) })
    },
    /**
     * Infinite query that reads a list page by page from the cursor `start`. An empty cursor is the first
     * page.
     */
    pagesQuery: <Row extends CallableRow>(
      queryKey: QueryKey,
      row: Row,
      options: Options<Row>,
      start = '',
    ): RowPagesQuery<Row> => {
      const input = plainInput<Row>([options])
      return infiniteQueryOptions({
        queryKey,
        queryFn: ({ pageParam: cursor, signal }) =>
          page(row, { ...input, query: { ...input.query, cursor }, signal }),
        initialPageParam: start,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
      })
    },
  }
}
export const consoleApi = rowsBelow('')
export const baasApi = rowsBelow('/api/baas')
export const orgApi = rowsBelow('/api/org')
export const sandboxApi = rowsBelow('/api/sandbox')

/**
 * A change that refetches the queries it affects and is pending until then. An undefined `queryKey` refetches
 * all queries.
 */
export function useChange<Result, Variables = void>(
  change: (variables: Variables) => Promise<Result>,
  queryKey?: QueryKey,
): UseMutationResult<Result, Error, Variables, unknown> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (variables: Variables) => change(variables),
    onSuccess: () => queryClient.invalidateQueries(queryKey && { queryKey }),
  })
}
