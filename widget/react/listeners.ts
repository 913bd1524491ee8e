import type { LatchkeyEventMap } from '#widget/index.ts'

type EventName = Extract<keyof LatchkeyEventMap, string>
type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Camel<Tail>}`
  : Capitalize<Text>
type HandlerName<Name extends EventName> = Name extends `latchkey-${infer Rest}` ? `on${Camel<Rest>}` : never

/**
 * A handler for each event of the element: `onCreated` handles `latchkey-created`. `onBeforeSign` handles
 * `latchkey-before-sign` and can stop it with `event.preventDefault()`, or with a promise passed to
 * `event.waitUntil()`.
 *
 * @example
 * const handlers: LatchkeyWalletHandlers = {
 *   onBeforeSign: (event) => isSignedIn() || event.preventDefault(),
 *   onConfirmed: ({ detail }) => markAsPaid(detail.digest),
 * }
 */
export type LatchkeyWalletHandlers = {
  [Name in EventName as HandlerName<Name>]?: ((event: LatchkeyEventMap[Name]) => void) | undefined
}

/**
 * The event of a handler: `latchkey-before-sign` for `onBeforeSign`. Undefined if the name is not a
 * handler's.
 */
export function toEventName(handler: string): string | undefined {
  if (!/^on[A-Z]/.test(handler)) return undefined
  return `latchkey${handler.slice(2).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/**
 * Listens for each handler in `names` and always calls the newest one. Returns a function that stops
 * listening.
 */
export function listen(
  element: EventTarget,
  names: readonly string[],
  newest: (name: string) => unknown,
): () => void {
  const ending = new AbortController()
  for (const name of names) {
    const event = toEventName(name)
    if (event === undefined) continue
    element.addEventListener(
      event,
      (happened) => {
        const handler = newest(name)
        if (typeof handler === 'function') handler(happened)
      },
      { signal: ending.signal },
    )
  }
  return () => ending.abort()
}
