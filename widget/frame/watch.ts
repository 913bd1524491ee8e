import type { WalletElement } from '#widget/files.ts'
import { h } from '#widget/screens/dom.ts'
import { button, icon } from '#widget/screens/parts.ts'
import { frameEn } from '#widget/texts/en.ts'
import type { Parts } from '#widget/texts/messages.ts'
import { guardSight } from './guard.ts'
import { openOwnWindow } from './own-window.ts'
import { sendSettings, serveGuest, type GuestSource } from './serve-guest.ts'

/** Guard of a framed element. */
export type Watch = {
  /** Sets the language of later notices. */
  setTexts: (wanted: Parts['frame']) => void
  /** Displays that passkeys do not work in this frame, with a button that opens a window. */
  offerWindow: () => void
  /** Shows a notice about this frame's open window until it is closed. */
  untilClosed: <Result>(opened: Promise<Result>) => Promise<Result>
}

/**
 * Guards the element's buttons, and offers a separate window if they cannot be used. `origin` is the host's origin.
 */
export function watchOver(element: WalletElement, origin: string | undefined): Watch | undefined {
  const card = element.shadowRoot?.querySelector<HTMLElement>('[part=card]')
  let texts = frameEn
  let notice: HTMLElement | undefined
  if (!card) return undefined

  function show(made: HTMLElement | undefined): void {
    notice?.remove()
    notice = made
    if (made !== undefined) card?.querySelector('form')?.append(made)
  }

  function complain(text: string): void {
    const content = h('div', { class: 'choices' }, h('p', {}, text), button(texts.openWindow, open, 'small'))
    show(h('div', { class: 'problem', role: 'alert', part: 'problem' }, icon('alert'), content))
  }

  function pointAtWindow(): void {
    show(h('p', { class: 'note', role: 'status' }, texts.windowOpen))
  }

  function open(): void {
    const source = toSource(element, origin)
    const opened = openOwnWindow(
      (link) => sendSettings(link, source),
      (link, message) => serveGuest(link, source, message),
    )
    if (opened === undefined) return complain(texts.windowBlocked)
    guard.hold(true)
    pointAtWindow()
    void opened.closed.then(() => {
      guard.hold(false)
      show(undefined)
      element.restart()
    })
  }

  let isCovered = false
  const guard = guardSight(card, (covered) => {
    if (covered === isCovered) return
    isCovered = covered
    if (covered) complain(texts.covered)
    else show(undefined)
  })
  return {
    setTexts: (wanted) => void (texts = wanted),
    offerWindow: () => complain(texts.errors.PASSKEY_BLOCKED),
    async untilClosed<Result>(opened: Promise<Result>): Promise<Result> {
      pointAtWindow()
      try {
        return await opened
      } finally {
        show(undefined)
      }
    },
  }
}

/** The source of a window's guest: this element's settings. Events in the window are dispatched here. */
function toSource(element: WalletElement, origin: string | undefined): GuestSource {
  return {
    element,
    given: () => ({ call: element.call, message: element.message, origin }),
    token: async () => (await element.getToken?.()) ?? element.token,
  }
}
