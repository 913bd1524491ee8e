import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './errors.ts'

type Submission<Values extends FieldValues, Result> = {
  /** `idempotencyKey` is the same until the answer arrived or other values are sent. */
  send: (values: Values, idempotencyKey: string) => Promise<Result>
  onDone: (result: Result) => unknown
  /** The server's paths and their form fields. */
  fields: Record<string, Path<Values>>
}

/** Sends a form: messages that name a field go there, the rest is `problem`. Preserves input, caches nothing. */
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

/**
 * Puts the server's messages at the fields they name and returns the rest, for the form as a whole.
 * `fields` maps the server's paths to the form's fields where they differ; an item of a list belongs to its list.
 */
export function showServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  error: unknown,
  fields: Record<string, Path<Values>>,
): unknown {
  if (!(error instanceof ApiError)) return error
  const placed = error.errors.filter(({ path, message }) => {
    const field = fields[path] ?? fields[path.replace(/\.\d+$/, '')]
    if (field === undefined) return false
    form.setError(field, { type: 'server', message }, { shouldFocus: true })
    return true
  })
  return placed.length > 0 && placed.length === error.errors.length ? null : error
}

/**
 * An idempotency key for a form: the same for the same values, until others were sent. So a lost answer can be
 * requested again, and nothing is created twice.
 */
export function useRequestKey(): (values: unknown) => string {
  const named = useRef({ values: '', key: '' })
  return (values) => {
    const text = JSON.stringify(values) ?? ''
    if (named.current.key === '' || named.current.values !== text)
      named.current = { values: text, key: crypto.randomUUID() }
    return named.current.key
  }
}
