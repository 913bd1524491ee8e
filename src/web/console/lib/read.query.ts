import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { callApi, callEndpoint } from './api.ts'

type Input = Omit<NonNullable<Parameters<typeof callEndpoint>[2]>, 'signal' | 'idempotencyKey'>
type Options = Input & { staleTime?: number }

/** Reads one row of an endpoint table through the console's pass-through. */
export function endpointQuery<Answer extends z.ZodMiniType>(
  queryKey: readonly unknown[],
  base: Parameters<typeof callEndpoint>[0],
  endpoint: Parameters<typeof callEndpoint<Answer>>[1],
  { staleTime, ...input }: Options = {},
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
  { query, staleTime }: Pick<Options, 'query' | 'staleTime'> = {},
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi({ method: 'GET', path, answer, signal, ...(query && { query }) }),
    ...(staleTime !== undefined && { staleTime }),
  })
}
