import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export type PostgresProxy = {
  url: string
  /** Makes the present connections silent, as a network does that drops every packet. New connections work. */
  silence: () => void
  /**
   * Forwards the next message with this text to the server, on a connection that sent `after` before, and then
   * drops all messages.
   */
  silenceAt: (text: string, after: string) => void
  /** Keeps the next message with this text until another connection arrives, as a pooler does while its sessions are taken. */
  holdAt: (text: string) => void
  /** Closes new connections at once, until `accept`. Returns a function that counts them. */
  refuse: () => () => number
  accept: () => void
}

type Pair = { near: Socket; isSilent: boolean; hasSent: boolean }

/** Number of parts that a slow link forwards per second. */
const PARTS_PER_SECOND = 20
/** The message of a server with the number of its process: its type, its length, and the number. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])

/**
 * `isPooler`: sends different process numbers than the server, as a pooler does. `bytesPerSecond`: the speed of the
 * server's link, undefined if unlimited.
 */
type ProxyOptions = { isPooler?: boolean; bytesPerSecond?: number }

/** A proxy in front of the Postgres of a URL, for the running test. */
export async function startPostgresProxy(
  target: string,
  { isPooler = false, bytesPerSecond }: ProxyOptions = {},
): Promise<PostgresProxy> {
  const url = new URL(target)
  const { hostname, port } = url
  const pairs = new Set<Pair>()
  let isRefusing = false
  let refused = 0
  let trap: { text: string; after: string } | undefined
  const hold = createHold()

  function toServer(pair: Pair, far: Socket, bytes: Buffer): void {
    if (pair.isSilent) return
    if (hold.keeps(bytes, far)) return
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
    hold.release()
    const far = connect(Number(port), hostname)
    const pair = { near, isSilent: false, hasSent: false }
    pairs.add(pair)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('data', (bytes) => toServer(pair, far, bytes))
    const toClient = (bytes: Buffer) => {
      if (!pair.isSilent) near.write(isPooler ? hideProcessId(bytes) : bytes)
    }
    far.on('data', bytesPerSecond === undefined ? toClient : slowDown(toClient, bytesPerSecond))
    near.on('close', () => far.destroy())
    far.on('close', () => pair.isSilent || near.destroy())
  })
  url.host = await listen(server)
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
    holdAt: hold.start,
    refuse: () => {
      isRefusing = true
      return () => refused
    },
    accept: () => void (isRefusing = false),
  }
}

/** Listens on a free port, and returns the address. */
async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port')
  return `127.0.0.1:${address.port}`
}

type Hold = {
  start: (text: string) => void
  keeps: (bytes: Buffer, far: Socket) => boolean
  release: () => void
}

/** Keeps the first message with a text until it is released. */
function createHold(): Hold {
  let wanted: string | undefined
  let send: (() => void) | undefined
  return {
    start: (text) => {
      wanted = text
    },
    keeps: (bytes, far) => {
      if (wanted === undefined || !bytes.includes(wanted)) return false
      wanted = undefined
      send = () => void far.write(bytes)
      return true
    },
    release: () => {
      send?.()
      send = undefined
    },
  }
}

/** Forwards small parts, and waits after each for the time that the link takes to carry it. */
function slowDown(forward: (bytes: Buffer) => void, bytesPerSecond: number): (bytes: Buffer) => void {
  const size = Math.ceil(bytesPerSecond / PARTS_PER_SECOND)
  let sent = Promise.resolve()
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += size) {
      const part = bytes.subarray(at, at + size)
      sent = sent.then(async () => {
        forward(part)
        await setTimeout((part.length / bytesPerSecond) * 1000)
      })
    }
  }
}

function hideProcessId(bytes: Buffer): Buffer {
  const at = bytes.indexOf(KEY_DATA)
  if (at === -1) return bytes
  const changed = Buffer.from(bytes)
  changed.writeInt32BE(1, at + KEY_DATA.length)
  return changed
}
