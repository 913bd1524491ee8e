/**
 * Secrets by their shape, in whatever text they arrive: API keys, integration secrets, webhook secrets, and a raw 32-byte
 * key named as one. Hashes and digests look like keys, so a bare 0x of 64 digits stays. Each reads a line once, whatever it
 * holds: lines hold untrusted input.
 */
const SECRET_SHAPES: [RegExp, string][] = [
  [/pk_live_[A-Za-z0-9_]+/g, 'pk_live_[redacted]'],
  [/is_live_[A-Za-z0-9_]+/g, 'is_live_[redacted]'],
  [/whsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]'],
  [/((?:private|secret)[ _-]?key\W{1,6})(?:0x)?[0-9a-fA-F]{64}/gi, '$1[redacted]'],
]
const ADDRESS_REST = /:\/\/[^\s"\\]*/g
const BEFORE_PASSWORD = /:\/\/[^:/@]*:/

/** A line of a log, or other foreign text, with the secrets redacted that have a shape of their own. */
export function withoutSecrets(line: string): string {
  const open = SECRET_SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
  return open.replace(ADDRESS_REST, withoutPassword)
}

/** `://user:password@host` without the password, whose end is the last `@`. */
function withoutPassword(address: string): string {
  const before = BEFORE_PASSWORD.exec(address)
  const start = before === null ? -1 : before.index + before[0].length
  const end = address.lastIndexOf('@')
  return start < 0 || end <= start ? address : `${address.slice(0, start)}[redacted]${address.slice(end)}`
}
