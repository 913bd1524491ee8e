import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { act } from '#web/console/testing/act.ts'
import { typeInto } from '#web/console/testing/render-live.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { useSchemaForm } from './use-schema-form.ts'

const schema = z.object({
  label: z.string().check(z.minLength(1, 'must not be empty')),
  owner: z.string().check(z.minLength(1, 'must not be empty')),
})

function TwoFields() {
  const { field, submit } = useSchemaForm(schema, {
    defaultValues: { label: '', owner: '' },
    send: async () => undefined,
    onDone: () => undefined,
  })
  const { error: labelError, ...label } = field('label')
  const { error: ownerError, ...owner } = field('owner')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <input aria-label="Label" {...label} />
      <p>{labelError}</p>
      <input aria-label="Owner" {...owner} />
      <p>{ownerError}</p>
      <button type="submit">Save</button>
    </form>
  )
}

const place = document.createElement('main')
let root: Root
beforeEach(() => {
  document.body.append(place)
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.useRealTimers()
})

test('behavior: a user who types right after a refused submit keeps the focus in that field', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TwoFields />
      </QueryClientProvider>,
    ),
  )
  const label = place.querySelector('input')
  if (label === null) throw new Error('The form is not displayed.')
  await act(async () => place.querySelector('button')?.click())
  expect(document.activeElement).toBe(label)
  await act(async () => typeInto(label, 'Shop'))
  await act(async () => vi.runAllTimers())
  expect(document.activeElement).toBe(label)
})

test('param: the first field of the page is focused, whatever the order of the errors', async () => {
  await act(async () =>
    root.render(
      <form>
        <input name="items.0.amount" disabled />
        <input name="items.1.amount" />
        <input name="label" />
      </form>,
    ),
  )
  const error = { type: 'value', message: 'must not be empty' }
  focusFirstError({ label: error, items: { 0: { amount: error }, 1: { amount: error } } })
  expect(document.activeElement?.getAttribute('name')).toBe('items.1.amount')
})
