import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import * as z from 'zod/mini'

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' }
const PROCESSORS: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Thrown if no anvil was found. The message is for the operator. */
export class AnvilMissingError extends Error {
  override name = 'AnvilMissingError'
}

/**
 * Returns the path of the anvil binary: ANVIL_PATH, else the npm package of this platform, else the PATH.
 *
 * @throws AnvilMissingError
 */
export function findAnvil(environment: Record<string, string | undefined>): string {
  const found = fromSetting(environment['ANVIL_PATH']) ?? fromPackage() ?? fromPath(environment['PATH'])
  if (found !== undefined) return found
  throw new AnvilMissingError(
    `The sandbox's chain needs anvil, and there is no npm package of it for ${process.platform}-${process.arch}: ` +
      'install Foundry 1.7 or newer (https://getfoundry.sh) so that anvil is on the PATH or named by ANVIL_PATH, ' +
      'or set RPC_URL, CHAIN_ID and RELAYER_PRIVATE_KEY to use another chain.',
  )
}

const ERROR_CODES: Readonly<Record<string, string>> = {
  // The file exists, but its loader does not. The npm package is built for glibc, and Alpine Linux has musl.
  ENOENT: 'this system lacks what it is built for, such as Alpine Linux without glibc',
  EACCES: 'it is not executable',
  ENOEXEC: 'it is built for another processor',
}
const errorSchema = z.object({ code: z.string() })

/** Explains why a found binary does not start. Returns any other error unchanged. */
export function explainAnvil(error: unknown, binary: string): unknown {
  const why = ERROR_CODES[errorSchema.safeParse(error).data?.code ?? '']
  if (why === undefined) return error
  return new AnvilMissingError(
    `The sandbox's chain needs anvil, and ${binary} does not start: ${why}. Set ANVIL_PATH to an anvil of Foundry 1.7 or ` +
      'newer that runs here, or set RPC_URL, CHAIN_ID and RELAYER_PRIVATE_KEY to use another chain.',
    { cause: error },
  )
}

function fromPackage(): string | undefined {
  const system = SYSTEMS[process.platform]
  const processor = PROCESSORS[process.arch]
  if (system === undefined || processor === undefined) return undefined
  try {
    return createRequire(import.meta.url).resolve(
      `@foundry-rs/anvil-${system}-${processor}/bin/${executable()}`,
    )
  } catch {
    return undefined
  }
}

function fromSetting(path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined
  if (existsSync(path)) return path
  throw new AnvilMissingError(`ANVIL_PATH names ${path}, and there is no file.`)
}

function fromPath(path: string | undefined): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, executable()))
    .find((candidate) => existsSync(candidate))
}

function executable(): string {
  return process.platform === 'win32' ? 'anvil.exe' : 'anvil'
}
