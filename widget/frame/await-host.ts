import { CONNECT, isHandshake, READY } from './protocol.ts'

/** A host that has not answered by then does not know this protocol, or may not embed. */
export const HOST_AWAITED_MS = 10_000

/**
 * Guest side: announces itself and waits for the host's port. `origins` are all that may be the host,
 * compared exactly; the message goes to them alone, and only the window that embeds or opened this one is accepted.
 * The first port counts, once.
 *
 * @throws DOMException `AbortError` or the signal's reason.
 */
export function awaitHost(
  own: Window,
  host: Window,
  origins: readonly string[],
  signal: AbortSignal,
): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    function listen(event: MessageEvent): void {
      const port = event.ports[0]
      if (event.source !== host || !origins.includes(event.origin)) return
      if (port === undefined || !isHandshake(event.data, CONNECT)) return
      stop()
      resolve(port)
    }
    function stop(): void {
      own.removeEventListener('message', listen)
      signal.removeEventListener('abort', fail)
    }
    function fail(): void {
      stop()
      reject(signal.reason)
    }
    if (signal.aborted) return fail()
    signal.addEventListener('abort', fail)
    own.addEventListener('message', listen)
    // Browsers complain of every address that does not match: where the ancestors are known, only the right one is tried.
    const known = origins.filter((origin) => mayBe(own, origin))
    for (const origin of known) host.postMessage(READY, origin)
  })
}

/** Whether the window around `own` can be of that origin. */
function mayBe(own: Window, origin: string): boolean {
  const parent = own.location.ancestorOrigins?.[0]
  return parent === undefined || parent === origin
}
