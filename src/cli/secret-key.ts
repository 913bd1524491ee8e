import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSecretFile, writeSecretFile } from './secret-file.ts'

const KEY_BYTES = 32

/**
 * The deployment's secret: from SECRET_KEY (64 hex digits), else made once and kept in
 * `DATA_DIR/secret.key`, readable by its owner only. Keys at rest and codes are protected with it.
 */
export async function secretKey(dataDir: string, given: string | undefined): Promise<Uint8Array> {
  if (given !== undefined) return Buffer.from(given, 'hex')
  const path = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const existing = await readSecretFile(path)
  if (existing === undefined) {
    const key = randomBytes(KEY_BYTES)
    await writeSecretFile(path, key.toString('hex'))
    return key
  }
  if (!/^[0-9a-f]{64}$/.test(existing)) {
    throw new Error(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
  }
  return Buffer.from(existing, 'hex')
}
