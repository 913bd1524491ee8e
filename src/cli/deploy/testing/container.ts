import { spawn } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Image } from './replay-image.ts'

const READY_MS_MAX = 240_000

/** Inputs of a container besides its image. */
export type Given = {
  environment: Record<string, string>
  /** Folders of this machine by their path in the container, such as `/data`. */
  mounts: Record<string, string>
  port: number
}

/**
 * Runs a program of an image as the image's user. It sees the container's environment and none of this
 * process's settings.
 */
export function spawnIn(image: Image, given: Given, command: readonly string[]) {
  const here = (text: string) => pathHere(image, given, text)
  const environment = { ...image.environment, ...given.environment, PORT: String(given.port) }
  const [program = '', ...args] = command.map(here)
  const child = spawn(program, args, {
    cwd: join(image.root, image.workdir),
    env: Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)])),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...parseUser(image),
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { child, ended, output: () => output }
}

/** Replaces the image's Node with this process's Node. Mounts take precedence over the image's files. */
function pathHere(image: Image, { mounts }: Given, text: string): string {
  if (text === '/nodejs/bin/node') return process.execPath
  const mount = Object.keys(mounts).find((path) => text === path || text.startsWith(`${path}/`))
  if (mount !== undefined) return join(mounts[mount] ?? '', text.slice(mount.length))
  return text.startsWith('/app') ? join(image.root, text) : text
}

/**
 * The user and group ids of the image. Empty unless this process is root, because only root can run a program as
 * another user.
 */
function parseUser({ user }: Image): { uid?: number; gid?: number } {
  const [uid, gid] = user.split(':').map(Number)
  return process.getuid?.() === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {}
}

/** Creates a new volume: a folder that belongs to the image's user. */
export async function newVolume(image: Image, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { uid, gid } = parseUser(image)
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}

/** Runs a command of the image until it exits. */
export async function runIn(
  image: Image,
  given: Given,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = spawnIn(image, given, [...image.entrypoint, ...args])
  return { code: await ended, output: output() }
}

/** Exit code of the image's health check. */
export async function checkHealth(image: Image, given: Given): Promise<number | null> {
  return spawnIn(image, given, image.healthcheck).ended
}

export type Container = Awaited<ReturnType<typeof startIn>>

/** Starts the image's own command and waits until its health check passes. */
export async function startIn(
  image: Image,
  given: Given,
): Promise<{ url: string; output: () => string; stop: () => Promise<number | null> }> {
  const { child, ended, output } = spawnIn(image, given, [...image.entrypoint, ...image.command])
  const deadline = performance.now() + READY_MS_MAX
  while ((await checkHealth(image, given)) !== 0) {
    if (child.exitCode !== null) throw new Error(`The container ended with ${child.exitCode}:\n${output()}`)
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`Not healthy in time:\n${output()}`)
    }
    await wait(100)
  }
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { url: `http://127.0.0.1:${given.port}`, output, stop }
}
