import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'

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
