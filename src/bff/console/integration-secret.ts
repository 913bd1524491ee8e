import { hasChecksum, randomBase62, withChecksum } from '#server-kit/secrets/checked-secret.ts'

const PREFIX = 'is_live_'
const RANDOM_LENGTH = 43
/** How much of a secret may be displayed: the prefix and four of its 43 random characters. */
const START_LENGTH = PREFIX.length + 4
const SHAPE = /^is_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/

/** A new integration secret: `is_live_<43 random base62>_<checksum>`, 256 bits. */
export function createIntegrationSecret(): string {
  return withChecksum(PREFIX + randomBase62(RANDOM_LENGTH))
}

/** Whether a text has a secret's shape and checksum. */
export function isIntegrationSecretShaped(text: string): boolean {
  return SHAPE.test(text) && hasChecksum(text)
}

/** The beginning that lists may display. */
export function integrationSecretStart(secret: string): string {
  return secret.slice(0, START_LENGTH)
}
