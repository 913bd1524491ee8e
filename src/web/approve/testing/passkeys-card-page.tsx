/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { ApproverPasskey } from '#protocol/approver-api.ts'
import { createAuthenticator } from '#protocol/testing/authenticator.ts'
import { PasskeysCard } from '#web/approve/passkeys-card.tsx'
import { startKeyService } from './key-service.ts'
import { stubCredentials } from './stub-credentials.ts'

function openPage() {
  const devices = { phone: createAuthenticator(), laptop: createAuthenticator() }
  return {
    ...devices,
    ...stubCredentials(devices),
    page: document.createElement('div'),
    service: startKeyService([], devices),
  }
}

/** The card with an approver's passkeys, before a stand-in service. It has other devices in each test. */
export function passkeysCardForEach() {
  let state: ReturnType<typeof openPage> | undefined
  const present = () => {
    if (state === undefined) throw new Error('only a running test has it')
    return state
  }
  beforeEach(() => {
    state = openPage()
  })
  afterEach(() => {
    render(null, present().page)
    vi.unstubAllGlobals()
  })
  const button = (text: string) =>
    [...present().page.querySelectorAll('button')].find(({ textContent }) => textContent === text)
  const paths = () => present().service.asked.map(([path]) => path)
  return {
    get phone() {
      return present().phone
    },
    get laptop() {
      return present().laptop
    },
    get prompted() {
      return present().prompted
    },
    get accepted() {
      return present().accepted
    },
    get page() {
      return present().page
    },
    get service() {
      return present().service
    },
    /** Opens the card for these passkeys. */
    open: async (...listed: ApproverPasskey[]): Promise<void> => {
      const { service, page } = present()
      service.listed = listed
      render(<PasskeysCard />, page)
      await expect.poll(() => page.querySelectorAll('.card > .row')).toHaveLength(listed.length)
    },
    button,
    press: async (text: string): Promise<void> => {
      await expect.poll(() => button(text)?.disabled).toBe(false)
      button(text)?.click()
    },
    shows: (text: string) => expect.poll(() => present().page.textContent).toContain(text),
    /** Paths of the requests so far, in order. */
    paths,
    /** Whether a change of a key was signed and submitted. */
    isFinished: () => paths().includes('/passkeys/keys/finish'),
  }
}
