import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '#web/ui/errors.ts'

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

/**
 * Puts the server's messages at the fields they name and returns what belongs to the form as a whole.
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
 * Names what a form sends: the same name for the same values, until another thing was asked for. So an answer that was
 * lost can be asked for again, and nothing is made twice.
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
