import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery, SessionContext, type SignedInSession } from '#web/console/lib/session.query.ts'
import { SIGNED_IN } from './signed-in.ts'

type Options = { session?: SignedInSession; queryClient?: QueryClient }

/** Renders as the browser does, with effects: for what a person types and presses. */
export function renderLive(
  content: ReactNode,
  { session = SIGNED_IN, queryClient = createQueryClient() }: Options = {},
): HTMLElement {
  queryClient.setQueryData(sessionQuery().queryKey, session)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  // What stays on the page asks on, and is answered what another test has prepared.
  onTestFinished(() => {
    root.unmount()
    queryClient.clear()
    place.remove()
  })
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <SessionContext value={session}>{content}</SessionContext>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return place
}

/** Answers requests by their method and path; others get no answer. What was asked is kept. */
export function answerRequests(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const request = `${init?.method ?? 'GET'} ${url}`
    asked.push(request)
    if (!Object.hasOwn(answers, request)) return new Promise(() => undefined)
    return new Response(JSON.stringify({ statusCode: 200, content: answers[request] }))
  })
  return asked
}

/** The field with this label. */
export function fieldIn(place: HTMLElement, label: string): HTMLInputElement | HTMLTextAreaElement {
  const id = [...place.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
  const field = id && document.getElementById(id.htmlFor)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field
  throw new Error(`there is no field "${label}"`)
}

export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Past React, which overwrites the element's own property to see what the page itself sets.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function submitIn(place: HTMLElement): void {
  place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}
