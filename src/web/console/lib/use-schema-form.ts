import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Submission, useSubmit } from './use-submit.ts'

type SchemaForm<Values extends FieldValues, Result> = Submission<Values, Result> & {
  defaultValues: DefaultValues<NoInfer<Values>>
}

/** A form that a schema checks, and its submission. `field` registers a field, with its error. */
export function useSchemaForm<Values extends FieldValues, Result>(
  schema: z.ZodMiniType<Values, Values>,
  { defaultValues, ...submission }: SchemaForm<Values, Result>,
) {
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues })
  const { errors } = form.formState
  const field = <Name extends Path<Values>>(name: Name) => ({
    error: form.getFieldState(name, form.formState).error?.message,
    ...form.register(name),
  })
  return { form, errors, field, ...useSubmit(form, submission) }
}
