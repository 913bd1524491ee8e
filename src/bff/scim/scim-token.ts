import { hasChecksum, randomBase62, withChecksum } from '#server-kit/secrets/new-secret.ts'

const PREFIX = 'scim_live_'
const RANDOM_LENGTH = 43
/** Number of a token's characters that may be displayed: the prefix and four of its 43 random characters. */
const START_LENGTH = PREFIX.length + 4
const SHAPE = /^scim_live_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/

/** Creates a token: `scim_live_<43 random base62>_<checksum>`, 256 bits. */
export function createToken(): string {
  return withChecksum(PREFIX + randomBase62(RANDOM_LENGTH))
}

export function isTokenShaped(text: string): boolean {
  return SHAPE.test(text) && hasChecksum(text)
}

/** Returns the start of a token, which the console may display. */
export function tokenStart(token: string): string {
  return token.slice(0, START_LENGTH)
}
