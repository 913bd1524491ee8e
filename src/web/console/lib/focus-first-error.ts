import type { FieldErrors, FieldValues } from 'react-hook-form'

/**
 * Focuses the first field with an error, in the order of the page. Every form uses it in place of the form library's
 * own focus (`shouldFocusError: false`): the library focuses a second time in a later task, and that takes the focus
 * away from a user who has begun to type.
 */
export function focusFirstError(errors: FieldErrors<FieldValues>, event?: { target: unknown }): void {
  const names = new Set(listNames(errors))
  const source = event?.target instanceof Element ? event.target.closest('form') : null
  const fields = (source ?? document).querySelectorAll<HTMLInputElement>('[name]:not(:disabled)')
  const first = [...fields].find((field) => names.has(field.name))
  first?.focus()
}

/** Lists the names of the fields with errors. A list's fields are named `items.0.amount`. */
function listNames(errors: object, parent = ''): string[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (typeof error !== 'object' || error === null) return []
    const name = parent === '' ? key : `${parent}.${key}`
    return isFieldError(error) ? [name] : listNames(error, name)
  })
}

/** A nested field may be named `type`, but its error is an object. */
function isFieldError(error: object): boolean {
  return 'type' in error && typeof error.type === 'string'
}
