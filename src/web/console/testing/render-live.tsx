import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { createQueryClient } from '#web/console/lib/query-client.ts'
import { sessionQuery, SessionContext, type SignedInSession } from '#web/console/lib/session.query.ts'
import { leaveOpen } from './leave-open.ts'
import { SIGNED_IN } from './signed-in.ts'

type Options = { session?: SignedInSession; queryClient?: QueryClient }

/** Renders with effects as a browser does, for tests that type and press. */
export function renderLive(
  content: ReactNode,
  { session = SIGNED_IN, queryClient = createQueryClient() }: Options = {},
): HTMLElement {
  queryClient.setQueryData(sessionQuery().queryKey, session)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  // Content that stays mounted would send more requests and get the responses of another test.
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

/** Responds to requests by method and path. Other requests stay pending for the test. Returns the requests so far. */
export function answerRequests(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const request = `${init?.method ?? 'GET'} ${url}`
    asked.push(request)
    if (!Object.hasOwn(answers, request)) return leaveOpen()
    return new Response(JSON.stringify({ statusCode: 200, content: answers[request] }))
  })
  return asked
}

/** The form field with this label. */
export function fieldIn(place: HTMLElement, label: string): HTMLInputElement | HTMLTextAreaElement {
  const id = [...place.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
  const field = id && document.getElementById(id.htmlFor)
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field
  throw new Error(`there is no field "${label}"`)
}

export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Bypasses React, which overrides the element's `value` to detect changes made by the page itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function submitIn(place: HTMLElement): void {
  place.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}
