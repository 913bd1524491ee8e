import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormRegisterReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '#web/ui/errors.ts'
import { focusFirstError } from './focus-first-error.ts'

type SchemaForm<Values extends FieldValues, Result> = Submission<Values, Result> & {
  defaultValues: DefaultValues<NoInfer<Values>>
}

/** State of a submitted form. `frame` has the props of the form's frame. */
export type SubmitState = {
  submit: () => Promise<void>
  /** The error that belongs to no field. */
  problem: unknown
  isPending: boolean
  isSuccess: boolean
  frame: { onSubmit: () => Promise<void>; problem: unknown; pending: boolean }
}

export type SchemaFormState<Values extends FieldValues> = SubmitState & {
  form: UseFormReturn<Values>
  field: RegisterField<Values>
  /** Whether the present values were sent. */
  isSaved: boolean
}

/** A form with validation by a schema, and its submission. `field` registers a field with its error. */
export function useSchemaForm<Values extends FieldValues, Result>(
  schema: z.ZodMiniType<Values, Values>,
  { defaultValues, ...submission }: SchemaForm<Values, Result>,
): SchemaFormState<Values> {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues, shouldFocusError: false })
  const field = bindFields(form)
  const submitted = useSubmit(form, submission)
  return { form, field, ...submitted, isSaved: submitted.isSuccess && !form.formState.isDirty }
}

export type Submission<Values extends FieldValues, Result> = {
  /** `idempotencyKey` stays the same until a response arrived or other values are sent. */
  send: (values: Values, idempotencyKey: string) => Promise<Result>
  onDone: (result: Result) => unknown
  /** Maps the server's paths to form fields if the two differ, for the values that were sent. */
  fields?: Record<string, Path<Values>> | ((values: Values) => Record<string, Path<Values>>)
  /** Queries to refetch before `onDone`. */
  refetch?: QueryKey
}

/**
 * Submits a form. Messages that name a field go to that field, and the rest is `problem`. Keeps the input and
 * caches nothing.
 */
export function useSubmit<Values extends FieldValues, Result>(
  form: UseFormReturn<Values>,
  { send, onDone, fields, refetch }: Submission<Values, Result>,
): SubmitState {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<unknown>(null)
  const chooseKey = useRequestKey()
  const mutation = useMutation({
    mutationFn: (values: Values) => send(values, chooseKey(values)),
    async onSuccess(result) {
      chooseKey(undefined)
      if (refetch !== undefined) await queryClient.invalidateQueries({ queryKey: refetch })
      return onDone(result)
    },
    onError(error, values) {
      const named = typeof fields === 'function' ? fields(values) : fields
      setProblem(showServerErrors(form, error, { ...ownFields(form), ...named }))
    },
    gcTime: 0,
  })
  const submit = form.handleSubmit((values) => {
    setProblem(null)
    mutation.mutate(values)
  }, focusFirstError)
  const { isPending, isSuccess } = mutation
  return { submit, problem, isPending, isSuccess, frame: { onSubmit: submit, problem, pending: isPending } }
}

function ownFields<Values extends FieldValues>(form: UseFormReturn<Values>): Record<string, Path<Values>> {
  const values = form.getValues()
  const isField = (name: string): name is Path<Values> => Object.hasOwn(values, name)
  const names = Object.keys(values).filter(isField)
  return Object.fromEntries(names.map((name) => [name, name]))
}

/**
 * Puts the server's messages at the fields they name and returns the rest, for the form as a whole. `fields`
 * maps the server's paths to form fields if they differ. A message about a list item goes to its list.
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
 * Returns a function that gives an idempotency key for a form's values. The key stays the same until other values are
 * sent. A request whose response was lost can therefore be repeated without creating anything twice.
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

/** Registers a field of a form. Returns its props with its error. */
type RegisterField<Values extends FieldValues> = <Name extends Path<Values>>(
  name: Name,
  options?: RegisterOptions<Values, Name>,
) => UseFormRegisterReturn<Name> & { error: string | undefined }

/** Returns a function that registers fields of a form, each with its error. */
export function bindFields<Values extends FieldValues>(form: UseFormReturn<Values>): RegisterField<Values> {
  return (name, options) => ({
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name, options),
  })
}
