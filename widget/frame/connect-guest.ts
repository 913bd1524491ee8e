import { ALONE, CONNECT, isHandshake, readMembers, READY, REFUSE, type HostMessage } from './protocol.ts'

/** The host's end of a connection. Messages before the guest is connected are dropped. */
export type GuestLink = { send: (message: HostMessage) => void; close: () => void }

/**
 * Host side: waits for the guest in another window to announce itself, and sends it a port. Responds only to
 * that window with exactly that origin. Other ports, schemes, prefixes, suffixes and opaque origins do not
 * match. A guest that reloads gets a new port.
 *
 * @param connected called for each port, before a message arrives on it
 * @param unconnected called if the guest says that it does not connect
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
    port.onmessage = ({ data }) => on.message(readMembers(data))
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
