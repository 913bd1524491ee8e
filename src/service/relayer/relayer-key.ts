import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'

const KEY = /^0x[0-9a-f]{64}$/

/**
 * The sandbox's own relayer key, made once and stored in `<dataDir>/relayer.key`, readable by its owner only.
 *
 * @throws Error with a sentence for the operator when the file is damaged
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

/** Written under another name and linked to it, so that the name never holds half a key and the first of two wins. */
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
