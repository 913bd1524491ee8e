import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type PostgresProxy = {
  url: string
  /** Makes the present connections silent, as a network does that drops every packet. New connections work. */
  silence: () => void
  /** Forwards the next message with this text to the server, on a connection that sent `after` before, and then drops all. */
  silenceAt: (text: string, after: string) => void
  /** Closes new connections at once, until `accept`. Returns a function that counts them. */
  refuse: () => () => number
  accept: () => void
}

type Pair = { near: Socket; isSilent: boolean; hasSent: boolean }

/** The message of a server with the number of its process: its type, its length, and the number. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

/**
 * A proxy in front of the Postgres of a URL, for the running test. With `isPooler` it tells other process numbers, as a
 * pooler does.
 */
export async function startPostgresProxy(target: string, { isPooler = false } = {}): Promise<PostgresProxy> {
  const url = new URL(target)
  const { hostname, port } = url
  const pairs = new Set<Pair>()
  let isRefusing = false
  let refused = 0
  let trap: { text: string; after: string } | undefined

  function toServer(pair: Pair, far: Socket, bytes: Buffer): void {
    if (pair.isSilent) return
    far.write(bytes)
    if (trap === undefined) return
    pair.hasSent ||= bytes.includes(trap.after)
    if (!pair.hasSent || !bytes.includes(trap.text)) return
    pair.isSilent = true
    trap = undefined
  }
  const server = createServer((near) => {
    if (isRefusing) {
      refused += 1
      return void near.destroy()
    }
    const far = connect(Number(port), hostname)
    const pair = { near, isSilent: false, hasSent: false }
    pairs.add(pair)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('data', (bytes) => toServer(pair, far, bytes))
    far.on('data', (bytes) => pair.isSilent || near.write(isPooler ? hideProcessId(bytes) : bytes))
    near.on('close', () => far.destroy())
    far.on('close', () => pair.isSilent || near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port')
  url.host = `127.0.0.1:${address.port}`
  onTestFinished(() => {
    server.close()
    for (const { near } of pairs) near.destroy()
  })
  return {
    url: url.href,
    silence: () => pairs.forEach((pair) => void (pair.isSilent = true)),
    silenceAt: (text, after) => {
      trap = { text, after }
    },
    refuse: () => {
      isRefusing = true
      return () => refused
    },
    accept: () => void (isRefusing = false),
  }
}

function hideProcessId(bytes: Buffer): Buffer {
  const at = bytes.indexOf(KEY_DATA)
  if (at === -1) return bytes
  const changed = Buffer.from(bytes)
  changed.writeInt32BE(1, at + KEY_DATA.length)
  return changed
}
