import { once } from 'node:events'
import type { Server } from 'node:net'

/**
 * Starts a server on a free port of the loopback interface, and returns the port.
 *
 * @throws the error of a server that cannot listen
 */
export async function listenLocally(server: Server): Promise<number> {
  const listening = once(server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
