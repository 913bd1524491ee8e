import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

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
