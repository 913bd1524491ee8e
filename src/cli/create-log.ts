import { pino, type DestinationStream, type Logger } from 'pino'
import { requestFields } from '#server-kit/http/request-scope.ts'
import { withoutSecrets } from '#server-kit/secrets/without-secrets.ts'

const STANDARD_ERROR = 2

/** Names that no field of a log line has a reason to have; their values are always redacted. */
const SECRET_FIELDS =
  'x-api-key apiKey authorization cookie set-cookie verificationCode code_hash secret secretKey privateKey password token'.split(
    ' ',
  )

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
