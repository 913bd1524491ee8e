import { pino, type DestinationStream, type Logger } from 'pino'
import { requestFields } from '#server-kit/http/request-scope.ts'

const STANDARD_ERROR = 2

/** Names that no field of a log line has a reason to have; their values are always redacted. */
const SECRET_FIELDS =
  'x-api-key apiKey authorization cookie set-cookie verificationCode code_hash secret secretKey privateKey password token'.split(
    ' ',
  )

/**
 * Secrets by their shape, in whatever text they arrive: API keys, webhook secrets, and a raw 32-byte key named as
 * one. Hashes and digests look like keys, so a bare 0x of 64 digits stays. Each reads a line once, whatever it holds:
 * lines hold untrusted input.
 */
const SECRET_SHAPES: [RegExp, string][] = [
  [/pk_live_[A-Za-z0-9_]+/g, 'pk_live_[redacted]'],
  [/whsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]'],
  [/((?:private|secret)[ _-]?key\W{1,6})(?:0x)?[0-9a-fA-F]{64}/gi, '$1[redacted]'],
]
const ADDRESS_REST = /:\/\/[^\s"\\]*/g
const BEFORE_PASSWORD = /:\/\/[^:/@]*:/

/** Where a command's log goes: its answer alone goes to the standard output. */
export function commandLog(level: string): Logger {
  return createLog(level, pino.destination({ dest: STANDARD_ERROR, sync: true }))
}

/** The process's log: one line of JSON each, with the ids of the request at hand and without secrets. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const quoted = SECRET_FIELDS.map((name) => `["${name}"]`)
  const options = {
    level,
    base: null,
    mixin: requestFields,
    redact: {
      paths: quoted.flatMap((name) => [name, `*${name}`, `*.*${name}`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: withoutSecrets },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

function withoutSecrets(line: string): string {
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
