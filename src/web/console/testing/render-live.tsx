import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery, SessionContext, type SignedInSession } from '#web/console/lib/session.query.ts'
import { SIGNED_IN } from './signed-in.ts'

type Options = { session?: SignedInSession; queryClient?: QueryClient }

/** Renders as the browser does, with effects: for what a person types and presses. The caller stubs `fetch`. */
export async function renderLive(
  content: ReactNode,
  { session = SIGNED_IN, queryClient = createQueryClient() }: Options = {},
): Promise<HTMLElement> {
  queryClient.setQueryData(sessionQuery().queryKey, session)
  const place = document.createElement('div')
  document.body.append(place)
  await act(async () =>
    createRoot(place).render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <SessionContext value={session}>{content}</SessionContext>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return place
}

/** The field with this label. */
export function fieldIn(place: HTMLElement, label: string): HTMLInputElement | HTMLTextAreaElement {
  const id = [...place.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
  const field = id && document.getElementById(id.htmlFor)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field
  throw new Error(`there is no field "${label}"`)
}

export async function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const prototype = Object.getPrototypeOf(field)
  await act(async () => {
    // Past React, which overwrites the property of the element to see what the page itself sets.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Sends the form, and waits for what follows from it. */
export async function submitIn(place: HTMLElement): Promise<void> {
  await act(async () => {
    place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await new Promise((resolve) => setTimeout(resolve))
  })
}
