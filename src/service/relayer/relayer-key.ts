import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'

const KEY = /^0x[0-9a-f]{64}$/

/**
 * Loads the sandbox's own relayer key, which is created once and stored in `<dataDir>/relayer.key`, readable
 * only by its owner.
 *
 * @throws Error with a message for the operator if the file is damaged
 */
export async function loadRelayerKey(options: { dataDir: string }): Promise<Hex> {
  const path = join(options.dataDir, 'relayer.key')
  await mkdir(options.dataDir, { recursive: true })
  return (await readKey(path)) ?? (await makeKey(path))
}

async function readKey(path: string): Promise<Hex | undefined> {
  const key = (await readSecretFile(path))?.toLowerCase()
  if (key === undefined) return undefined
  if (!KEY.test(key)) {
    throw new Error(`${path} is damaged: restore it from a backup, or set RELAYER_PRIVATE_KEY.`)
  }
  await chmod(path, 0o600)
  return `0x${key.slice(2)}`
}

/**
 * Writes the key under another name and links it, so that the file never holds half a key and the first of
 * two writers wins.
 */
async function makeKey(path: string): Promise<Hex> {
  const unfinished = `${path}.${randomUUID()}`
  await writeSecretFile(unfinished, generatePrivateKey())
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished)
  const key = await readKey(path)
  if (key === undefined) throw new Error(`${path} could not be written.`)
  return key
}
