import { accessSync, chmodSync, constants, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of `foundry.toml`, in which forge runs. */
export const contractsFolder = fileURLToPath(new URL('.', import.meta.url))

const nodeModule = createRequire(import.meta.url)
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Path of the real program: `FORGE_PATH` or `ANVIL_PATH`, else that of the npm package for this platform, else one on
 * the PATH. Never the `forge` command of the npm package: it exits 0 when tests fail. Throws a sentence saying what to do.
 */
export function findProgram(name: 'forge' | 'anvil'): string {
  const found = candidates(name).find(isExecutable)
  if (found !== undefined) return found
  const variable = `${name.toUpperCase()}_PATH`
  throw new Error(
    `No ${name} for ${process.platform}-${process.arch}: install Foundry, or name the program in ${variable}.`,
  )
}

function candidates(name: string): string[] {
  const named = process.env[`${name.toUpperCase()}_PATH`]
  if (named !== undefined) return [named]
  const program = process.platform === 'win32' ? `${name}.exe` : name
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'))
  return [...packaged(name, program), ...folders.map((folder) => join(folder, program))]
}

function packaged(name: string, program: string): string[] {
  const platform = `${process.platform}-${architectures[process.arch] ?? process.arch}`
  try {
    return [nodeModule.resolve(`@foundry-rs/${name}-${platform}/bin/${program}`)]
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Writes the program that forge takes for solc, and returns its path: node running `solc-shim.mjs`. */
export function writeCompiler(): string {
  mkdirSync(join(contractsFolder, 'cache'), { recursive: true })
  const path = join(contractsFolder, 'cache', 'solc')
  const shim = join(contractsFolder, 'solc-shim.mjs')
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${shim}" "$@"\n`)
  chmodSync(path, 0o755)
  return path
}
