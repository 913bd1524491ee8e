import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi, callEndpoint, callPage } from './api.ts'

type Options<Called extends Parameters<typeof callEndpoint>[1]> = Omit<
  NonNullable<Parameters<typeof callEndpoint<Called>>[2]>,
  'signal' | 'idempotencyKey'
> & { staleTime?: number }

/** Reads one row of an endpoint table through the console's pass-through. */
export function endpointQuery<Called extends Parameters<typeof callEndpoint>[1]>(
  queryKey: readonly unknown[],
  base: Parameters<typeof callEndpoint>[0],
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
  { query, staleTime }: { query?: Record<string, string | undefined>; staleTime?: number } = {},
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi({ method: 'GET', path, answer, signal, ...(query && { query }) }),
    ...(staleTime !== undefined && { staleTime }),
  })
}

/** Reads one page of a list, with the cursor of the next. */
export function pageQuery<Called extends Parameters<typeof callPage>[1]>(
  queryKey: readonly unknown[],
  base: Parameters<typeof callPage>[0],
  endpoint: Called,
  input: Options<Called>,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => callPage(base, endpoint, { ...input, signal }) })
}

/** Reads a list page after page, from a cursor on: the first page has none. */
export function pagesQuery<Called extends Parameters<typeof callPage>[1]>(
  queryKey: readonly unknown[],
  base: Parameters<typeof callPage>[0],
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
