import { ALONE, CONNECT, isHandshake, messageOf, READY, REFUSE, type HostMessage } from './protocol.ts'

/** The host's end of a connection; messages before the guest is there are dropped. */
export type GuestLink = { send: (message: HostMessage) => void; close: () => void }

/**
 * Host side: waits for the guest in another window to announce itself, and gives it a port. Only that
 * window with exactly that origin is answered: no other port, scheme, prefix or suffix, and no opaque origin. A guest
 * that reloads gets a new port.
 *
 * @param connected called for each port, before anything arrives on it
 * @param unconnected called when the guest says that it does not connect
 */
export function connectGuest(
  own: Window,
  guest: { window: () => Window | null; origin: string },
  on: {
    connected: () => void
    message: (message: Record<string, unknown>) => void
    unconnected?: (word: 'refuse' | 'alone') => void
  },
): GuestLink {
  let port: MessagePort | undefined

  function listen(event: MessageEvent): void {
    const from = guest.window()
    if (from === null || event.source !== from || event.origin !== guest.origin) return
    if (isHandshake(event.data, REFUSE)) on.unconnected?.('refuse')
    if (isHandshake(event.data, ALONE)) on.unconnected?.('alone')
    if (!isHandshake(event.data, READY)) return
    port?.close()
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }) => on.message(messageOf(data))
    from.postMessage(CONNECT, guest.origin, [channel.port2])
    on.connected()
  }

  own.addEventListener('message', listen)
  return {
    send: (message) => port?.postMessage(message),
    close() {
      own.removeEventListener('message', listen)
      port?.close()
    },
  }
}
