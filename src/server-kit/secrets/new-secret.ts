import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** 256 bits from the system's generator, base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** What is stored of a secret. It has 256 bits, so a plain hash cannot be searched. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex')
}
