import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '#web/ui/errors.ts'

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

type Mutation = { mutate: () => void; error: unknown; isPending: boolean }

/** The submission of a form with one field, which shows the first problem that names a field. */
export function frameOf({ mutate, error, isPending }: Mutation) {
  return {
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      mutate()
    },
    problem: firstProblem(error) === undefined ? error : null,
    pending: isPending,
  }
}

export function firstProblem(error: unknown): string | undefined {
  return error instanceof ApiError ? error.errors[0]?.message : undefined
}
