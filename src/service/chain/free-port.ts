import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Systems give ports above this range to outgoing connections: one that is chosen there may be taken before it is used. */
const PORT_MIN = 10_000
const PORT_MAX = 32_000
const TRIES = 50

/** A port of the loopback interface that nothing listens on, and that no outgoing connection will take meanwhile. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
