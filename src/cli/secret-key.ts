import { randomBytes, hkdfSync } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'
import type { Settings } from './settings.ts'

const KEY_BYTES = 32
const KEY_FILE = 'secret.key'
const OLD_KEY_FILE = 'secret.key.old'

/** The deployment's secrets: the present one seals, the old one only opens, until `rotate-secret` has run. */
export type DeploymentSecrets = { current: Uint8Array; old: Uint8Array | undefined }

/**
 * The deployment's secrets: from SECRET_KEY and SECRET_KEY_OLD (64 hex digits each), else made once and stored in
 * `DATA_DIR/secret.key`, readable by its owner only. Keys at rest and codes are protected with them. Makes the folder.
 */
export async function deploymentSecrets(settings: Settings): Promise<DeploymentSecrets> {
  const { dataDir, secretKey, secretKeyOld } = settings
  // Whatever is written there later finds the folder, for its owner alone.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const current = secretKey === undefined ? await keyInFile(dataDir) : Buffer.from(secretKey, 'hex')
  const old =
    secretKeyOld === undefined ? await readKey(join(dataDir, OLD_KEY_FILE)) : Buffer.from(secretKeyOld, 'hex')
  return { current, old }
}

/** The keys of the secrets that the service stores: the first seals, any of them opens. */
export function secretsAtRest({ current, old }: DeploymentSecrets): Uint8Array[] {
  return [current, ...(old === undefined ? [] : [old])].map((key) => subkey(key, 'secrets at rest'))
}

/**
 * Puts a new key in `DATA_DIR/secret.key` and keeps the one before next to it. Repeating it before
 * `forgetOldKey` changes nothing, so that a rotation that was interrupted goes on with the same keys.
 */
export async function replaceKeyInFile(dataDir: string): Promise<DeploymentSecrets> {
  const current = await keyInFile(dataDir)
  const begun = await readKey(join(dataDir, OLD_KEY_FILE))
  if (begun !== undefined && !begun.equals(current)) return { current, old: begun }
  await writeSecretFile(join(dataDir, OLD_KEY_FILE), current.toString('hex'))
  const fresh = randomBytes(KEY_BYTES)
  await writeSecretFile(join(dataDir, KEY_FILE), fresh.toString('hex'))
  return { current: fresh, old: current }
}

/** Nothing is sealed with the old key any more. */
export async function forgetOldKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, OLD_KEY_FILE), { force: true })
}

async function keyInFile(dataDir: string): Promise<Buffer> {
  const existing = await readKey(join(dataDir, KEY_FILE))
  if (existing !== undefined) return existing
  const key = randomBytes(KEY_BYTES)
  await writeSecretFile(join(dataDir, KEY_FILE), key.toString('hex'))
  return key
}

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await readSecretFile(path)
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
  }
  return Buffer.from(text, 'hex')
}

/** A key of 32 bytes for one purpose, derived from the deployment's secret: no two uses share a key. */
export function subkey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
}
