import { hash } from 'node:crypto'
import { CREDENTIAL_PREFIXES } from '#protocol/credential-form.ts'
import { hasChecksum, randomBase62, withChecksum } from '#server-kit/secrets/new-secret.ts'

const PREFIX = CREDENTIAL_PREFIXES['api-key']
const MARK_LENGTH = 6
const RANDOM_LENGTH = 32
/** Length of the displayed start of a key: prefix, mark and four of its 32 random characters. */
const START_LENGTH = PREFIX.length + MARK_LENGTH + 1 + 4
const SHAPE = /^pk_live_[0-9A-Za-z]{6}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/

/** A new API key: `pk_live_<organization's mark>_<32 random base62>_<checksum>`, 190 bits. */
export function createApiKey(mark: string): string {
  return withChecksum(`${PREFIX}${mark}_${randomBase62(RANDOM_LENGTH)}`)
}

/** Whether a text can be a key at all, by shape and checksum. */
export function isApiKeyShaped(text: string): boolean {
  return SHAPE.test(text) && hasChecksum(text)
}

/** The stored form of a key: SHA-256 of the whole text, 64 lower-case hex digits. */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

/** The start of a key that lists may show. */
export function apiKeyStart(key: string): string {
  return key.slice(0, START_LENGTH)
}
