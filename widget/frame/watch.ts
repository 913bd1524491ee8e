import type { LatchkeyWalletElement } from '#widget/element.ts'
import { frameEn, type FrameMessages } from '#widget/messages/frame-en.ts'
import { h } from '#widget/screens/dom.ts'
import { icon } from '#widget/screens/parts.ts'
import { guardSight } from './guard.ts'
import { openOwnWindow } from './own-window.ts'
import { sendSettings, serveGuest, type GuestSource } from './serve-guest.ts'
import { HOST_ATTRIBUTES } from './protocol.ts'

/** What watches over a framed element. */
export type Watch = {
  /** The language of what it says from now on. */
  speak: (texts: FrameMessages) => void
  /** Says that passkeys do not work in this frame, with the way out beside it. */
  offerWindow: () => void
}

/** Guards the element's buttons, and offers a window of its own where they cannot be used. */
export function watchOver(element: LatchkeyWalletElement): Watch {
  const card = element.shadowRoot?.querySelector<HTMLElement>('[part=card]')
  let texts = frameEn
  let notice: HTMLElement | undefined
  if (!card) return { speak: () => {}, offerWindow: () => {} }

  function say(text: string | undefined, canOpen = true): void {
    notice?.remove()
    if (text === undefined) return
    notice = h(
      'div',
      { class: 'problem', role: 'alert', part: 'problem' },
      icon('alert'),
      h(
        'div',
        {},
        h('p', {}, text),
        canOpen && h('button', { type: 'button', class: 'small', onclick: open }, texts.openWindow),
      ),
    )
    card?.querySelector('form')?.append(notice)
  }

  function open(): void {
    const source = sourceOf(element)
    const opened = openOwnWindow(
      (link) => sendSettings(link, source),
      (link, message) => serveGuest(link, source, message),
    )
    if (opened === undefined) return say(texts.windowBlocked)
    guard.hold(true)
    say(texts.windowOpen, false)
    void opened.closed.then(() => {
      guard.hold(false)
      say(undefined)
      element.restart()
    })
  }

  let isCovered = false
  const guard = guardSight(card, (covered) => {
    if (covered === isCovered) return
    isCovered = covered
    say(covered ? texts.covered : undefined)
  })
  return {
    speak: (wanted) => void (texts = wanted),
    offerWindow: () => say(texts.errors.PASSKEY_BLOCKED),
  }
}

/** The same settings as this element's, for a window that it opens; what happens there happens here. */
function sourceOf(element: LatchkeyWalletElement): GuestSource {
  return {
    attributes: () =>
      Object.fromEntries(HOST_ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const)),
    call: () => element.call,
    token: async () => (await element.getToken?.()) ?? element.token,
    tell: (name, detail) =>
      void element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true })),
    height: () => {},
  }
}
