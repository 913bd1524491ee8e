import { withDeadline } from '#widget/deadline.ts'
import type { WalletElement } from '#widget/files.ts'
import { GUEST_EVENTS, HOST_ATTRIBUTES, isOpenedWindow, readMembers, type GuestMessage } from './protocol.ts'

/** Timeout of a token from the host's backend, in milliseconds. */
const TOKEN_MS = 30_000

/** Maximum number of a host's unknown attributes that are checked. */
const NAMES_MAX = 50

/** A part of the host's settings: the origin of the page that frames the host, and its unknown attributes. */
export type HostFacts = { origin: string | undefined; unknown: readonly string[] }

/**
 * Serves the host at the other end of `port`. The host sets the element's attributes, `call` and `message`, and
 * provides tokens. The host receives every event and the page's height. Resolves after the host's first settings,
 * with the origin of the page that frames the host, if one does. A frame that only needs a passkey from this window
 * sends no settings. Then `create` is called.
 */
export function serveHost(
  element: WalletElement,
  port: MessagePort,
  create: (options: PublicKeyCredentialCreationOptions) => void,
  heard: (facts: HostFacts) => void = () => {},
): Promise<string | undefined> {
  const send = (message: GuestMessage) => port.postMessage(message)
  const own = new Map(HOST_ATTRIBUTES.map((name) => [name, element.getAttribute(name)]))
  const waiting = new Map<unknown, (token: unknown) => void>()
  let requests = 0

  element.getToken = () =>
    withDeadline(new AbortController().signal, TOKEN_MS, () => {
      requests += 1
      const answered = new Promise<string>((resolve, reject) =>
        waiting.set(requests, (token) =>
          typeof token === 'string' ? resolve(token) : reject(new Error('the embedding page gave no token')),
        ),
      )
      send({ kind: 'token-wanted', request: requests })
      return answered
    })
  for (const name of GUEST_EVENTS.keys()) {
    element.addEventListener(name, (event) => {
      if (event instanceof CustomEvent) send({ kind: 'event', name, detail: event.detail })
    })
  }
  watchHeight(element, (height) => send({ kind: 'height', height }))

  return new Promise((resolve) => {
    port.onmessage = ({ data }) => {
      const message = readMembers(data)
      if (message['kind'] === 'settings') {
        applySettings(element, own, message)
        const facts = readFacts(message)
        heard(facts)
        resolve(facts.origin)
      } else if (message['kind'] === 'restart') element.restart()
      else if (message['kind'] === 'create' && isOpenedWindow() && isCreation(message['options']))
        create(message['options'])
      else if (message['kind'] === 'token') {
        waiting.get(message['request'])?.(message['token'])
        waiting.delete(message['request'])
      }
    }
  })
}

function readFacts({ origin, unknown }: Record<string, unknown>): HostFacts {
  return {
    origin: typeof origin === 'string' ? origin : undefined,
    unknown: Array.isArray(unknown)
      ? unknown.filter((name) => typeof name === 'string').slice(0, NAMES_MAX)
      : [],
  }
}

/** Applies the host's settings. Attributes that the host does not set stay as on the frame's page. */
function applySettings(
  element: WalletElement,
  own: ReadonlyMap<string, string | null>,
  settings: Record<string, unknown>,
): void {
  const given = readMembers(settings['attributes'])
  for (const [name, before] of own) {
    const text = given[name]
    const wanted = typeof text === 'string' ? text : before
    if (wanted === element.getAttribute(name)) continue
    if (wanted === null) element.removeAttribute(name)
    else element.setAttribute(name, wanted)
  }
  // The flow validates `call` and `message`, as it does when a page sets them directly.
  for (const name of ['call', 'message'] as const)
    if (settings[name] !== undefined) Reflect.set(element, name, settings[name])
}

/**
 * Reports the height. A frame's page contains only the element, so its height is the body's, including
 * margins.
 */
function watchHeight(element: WalletElement, changed: (height: number) => void): void {
  const { body } = element.ownerDocument
  let last = 0
  const observer = new ResizeObserver(() => {
    const { marginBlockStart, marginBlockEnd } = getComputedStyle(body)
    const margins = Number.parseFloat(marginBlockStart) + Number.parseFloat(marginBlockEnd)
    const height = Math.ceil(body.getBoundingClientRect().height + (margins || 0))
    if (height !== last) changed((last = height))
  })
  observer.observe(body)
  observer.observe(element)
}

/** Whether this is the request of a frame with this origin. The browser validates the rest. */
function isCreation(options: unknown): options is PublicKeyCredentialCreationOptions {
  const { rp, user, challenge, pubKeyCredParams } = readMembers(options)
  return (
    typeof rp === 'object' &&
    typeof user === 'object' &&
    challenge instanceof Uint8Array &&
    Array.isArray(pubKeyCredParams)
  )
}
