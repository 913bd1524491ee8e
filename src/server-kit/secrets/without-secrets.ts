/**
 * Recognizable secrets in any text: API keys, integration secrets, webhook secrets, and a raw 32-byte key
 * that is labeled as one. A bare 0x with 64 digits stays, because hashes and digests look the same. Lines
 * are untrusted, so each pattern runs in linear time.
 */
const SECRET_SHAPES: [RegExp, string][] = [
  [/pk_live_[A-Za-z0-9_]+/g, 'pk_live_[redacted]'],
  [/is_live_[A-Za-z0-9_]+/g, 'is_live_[redacted]'],
  [/whsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]'],
  [/((?:private|secret)[ _-]?key\W{1,6})(?:0x)?[0-9a-fA-F]{64}/gi, '$1[redacted]'],
]
const ADDRESS_REST = /:\/\/[^\s"\\]*/g
const BEFORE_PASSWORD = /:\/\/[^:/@]*:/

/** Redacts recognizable secrets in a log line or other untrusted text. */
export function withoutSecrets(line: string): string {
  const open = SECRET_SHAPES.reduce((text, [shape, instead]) => text.replace(shape, instead), line)
  return open.replace(ADDRESS_REST, withoutPassword)
}

/** Removes the password from `://user:password@host`. The last `@` ends the password. */
function withoutPassword(address: string): string {
  const before = BEFORE_PASSWORD.exec(address)
  const start = before === null ? -1 : before.index + before[0].length
  const end = address.lastIndexOf('@')
  return start < 0 || end <= start ? address : `${address.slice(0, start)}[redacted]${address.slice(end)}`
}
