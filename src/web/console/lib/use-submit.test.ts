import type { UseFormReturn } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#web/ui/errors.ts'
import { showServerErrors } from './use-schema-form.ts'

type Values = { label: string; origins: string }
const FIELDS = { label: 'label', origins: 'origins' } as const

function refused(...errors: { path: string; message: string }[]): ApiError {
  return new ApiError('VALIDATION_FAILED', 'refused', { status: 400, errors })
}

test('behavior: puts each message at the field that it names, and one about a list item at its list', () => {
  const setError = vi.fn<UseFormReturn<Values>['setError']>()
  const left = showServerErrors<Values>(
    { setError },
    refused({ path: 'label', message: 'is taken' }, { path: 'origins.1', message: 'is no origin' }),
    FIELDS,
  )
  expect(left).toBeNull()
  expect(setError.mock.calls.map(([field, error]) => [field, error])).toEqual([
    ['label', { type: 'server', message: 'is taken' }],
    ['origins', { type: 'server', message: 'is no origin' }],
  ])
})

test('behavior: returns messages that name no field, for the form', () => {
  const setError = vi.fn<UseFormReturn<Values>['setError']>()
  const error = refused({ path: 'label', message: 'is taken' }, { path: 'other', message: 'is odd' })
  expect(showServerErrors<Values>({ setError }, error, FIELDS)).toBe(error)
  expect(setError).toHaveBeenCalledOnce()
})

test('error: returns errors without fields unchanged', () => {
  const setError = vi.fn<UseFormReturn<Values>['setError']>()
  const away = new ApiError('NETWORK', 'away', { status: 0 })
  expect(showServerErrors<Values>({ setError }, away, FIELDS)).toBe(away)
  expect(setError).not.toHaveBeenCalled()
})
