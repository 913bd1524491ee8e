import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { showServerErrors } from './form-errors.ts'
import { useRequestKey } from './use-request-key.ts'

type Submission<Values extends FieldValues, Result> = {
  /** `idempotencyKey` is the same until the answer was seen or something else is sent. */
  send: (values: Values, idempotencyKey: string) => Promise<Result>
  onDone: (result: Result) => unknown
  /** The server's paths and the form's fields they belong to. */
  fields: Record<string, Path<Values>>
}

/** Sends a form: messages that name a field go there, the rest is `problem`. Nothing typed is lost, and no cache keeps the answer. */
export function useSubmit<Values extends FieldValues, Result>(
  form: UseFormReturn<Values>,
  { send, onDone, fields }: Submission<Values, Result>,
) {
  const [problem, setProblem] = useState<unknown>(null)
  const keyOf = useRequestKey()
  const mutation = useMutation({
    mutationFn: (values: Values) => send(values, keyOf(values)),
    onSuccess(result) {
      keyOf(undefined)
      return onDone(result)
    },
    onError: (error) => setProblem(showServerErrors(form, error, fields)),
    gcTime: 0,
  })
  const submit = form.handleSubmit((values) => {
    setProblem(null)
    mutation.mutate(values)
  })
  return { submit, problem, isPending: mutation.isPending, isSuccess: mutation.isSuccess }
}
