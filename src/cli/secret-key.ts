import { randomBytes, hkdfSync } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecretFile, writeSecretFile } from '#server-kit/secrets/secret-file.ts'
import type { Settings } from './settings.ts'

const KEY_BYTES = 32
const KEY_FILE = 'secret.key'
const OLD_KEY_FILE = 'secret.key.old'

/** The deployment's secrets. The current one encrypts; the old one only decrypts until `rotate-secret` has run. */
export type DeploymentSecrets = { current: Uint8Array; old: Uint8Array | undefined }

/**
 * Reads the deployment's secrets from SECRET_KEY and SECRET_KEY_OLD (64 hex digits each). Without SECRET_KEY, reads
 * `DATA_DIR/secret.key`, which only its owner can read, and creates it on first use. The secrets protect keys at rest
 * and codes. Creates the folder if the secret or the database belongs in it.
 */
export async function deploymentSecrets(settings: Settings): Promise<DeploymentSecrets> {
  const { databaseUrl, dataDir, secretKey } = settings
  if (secretKey === undefined || databaseUrl === undefined) await makeDataDir(settings)
  const current = secretKey === undefined ? await keyInFile(dataDir) : Buffer.from(secretKey, 'hex')
  return { current, old: await readOldKey(settings) }
}

/**
 * Reads the deployment's secrets like `deploymentSecrets`, but creates nothing. Undefined if there is no key yet,
 * which the first start creates.
 */
export async function readDeploymentSecrets(settings: Settings): Promise<DeploymentSecrets | undefined> {
  const { dataDir, secretKey, secretKeyOld } = settings
  const current =
    secretKey === undefined ? await readKey(join(dataDir, KEY_FILE)) : Buffer.from(secretKey, 'hex')
  if (current === undefined) return undefined
  return { current, old: await readOldKey({ dataDir, secretKeyOld }) }
}

function readOldKey({ dataDir, secretKeyOld }: Pick<Settings, 'dataDir' | 'secretKeyOld'>) {
  if (secretKeyOld !== undefined) return Buffer.from(secretKeyOld, 'hex')
  return readKey(join(dataDir, OLD_KEY_FILE))
}

/** Creates the data folder. Later writers find it already restricted to its owner. */
export async function makeDataDir({ dataDir }: Pick<Settings, 'dataDir'>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
}

/** The keys for the service's stored secrets. The first encrypts; any of them decrypts. */
export function secretsAtRest({ current, old }: DeploymentSecrets): Uint8Array[] {
  return [current, ...(old === undefined ? [] : [old])].map((key) => subkey(key, 'secrets at rest'))
}

/**
 * Writes a new key to `DATA_DIR/secret.key` and keeps the old one next to it. Repeated calls before
 * `forgetOldKey` change nothing, so an interrupted rotation continues with the same keys.
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

/** Deletes the old key. Call it only when nothing is encrypted with it any more. */
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

/** Derives a 32-byte key for one purpose from the deployment's secret. No two purposes share a key. */
export function subkey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'latchkey', purpose, 32))
}
