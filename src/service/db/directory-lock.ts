import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Thrown if another process of this machine holds the lock of the folder. The message is for the operator. */
export class DirectoryLockedError extends Error {
  override name = 'DirectoryLockedError'
}

export type DirectoryLock = { release: () => Promise<void> }

/**
 * Takes an exclusive lock on a folder, or throws. PGlite has no lock of its own, and two processes on one folder
 * silently lose commits. The lock is a listening socket, so the operating system releases it whenever the process
 * ends, even by kill -9.
 *
 * Linux: an abstract unix socket, which leaves no file. Windows: a named pipe. Elsewhere: a socket file, which counts
 * as locked only while a process listens on it.
 *
 * @throws DirectoryLockedError if another process has the lock
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true })
  const name = `latchkey-${createHash('sha256')
    .update(await realpath(directory))
    .digest('hex')
    .slice(0, 32)}`
  const server = await listenOrRefuse(directory, lockAddress(name))
  // The lock alone must not keep a process alive.
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

type LockAddress = { path: string; isFile: boolean }

function lockAddress(name: string): LockAddress {
  if (process.platform === 'linux') return { path: `\0${name}`, isFile: false }
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, isFile: false }
  return { path: join(tmpdir(), `${name}.sock`), isFile: true }
}

async function listenOrRefuse(directory: string, address: LockAddress): Promise<Server> {
  const first = await listen(address.path)
  if (first !== 'taken') return first
  if (address.isFile && !(await answers(address.path))) {
    await rm(address.path, { force: true })
    const second = await listen(address.path)
    if (second !== 'taken') return second
  }
  throw new DirectoryLockedError(
    `Another Latchkey process is using the data folder ${directory}. ` +
      'Stop that process, or start this one with another DATA_DIR.',
  )
}

function listen(path: string): Promise<Server | 'taken'> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken')
      else reject(error)
    })
    server.listen({ path, exclusive: true }, () => resolve(server))
  })
}

async function answers(path: string): Promise<boolean> {
  const socket = createConnection({ path })
  const isConnected = once(socket, 'connect').then(
    () => true,
    () => false,
  )
  return isConnected.finally(() => socket.destroy())
}
