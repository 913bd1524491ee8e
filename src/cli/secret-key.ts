import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const KEY_BYTES = 32

/**
 * The deployment's secret: from SECRET_KEY (64 hex digits), else made once and kept in
 * `DATA_DIR/secret.key`, readable by its owner only. Keys at rest and codes are protected with it.
 */
export async function secretKey(dataDir: string, given: string | undefined): Promise<Uint8Array> {
  if (given !== undefined) return Buffer.from(given, 'hex')
  const path = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  if (existing !== undefined && /^[0-9a-f]{64}$/.test(existing.trim()))
    return Buffer.from(existing.trim(), 'hex')
  if (existing !== undefined)
    throw new Error(`${path} is damaged: restore it from a backup, or set SECRET_KEY.`)
  const key = randomBytes(KEY_BYTES)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(key.toString('hex'))
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(path, 0o600)
  return key
}
