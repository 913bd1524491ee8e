import { pino, type DestinationStream, type Logger } from 'pino'
import { requestFields } from '#server-kit/http/request-scope.ts'
import { withoutSecrets } from '#server-kit/secrets/without-secrets.ts'
import { createLineLimit } from './limit-lines.ts'

const STANDARD_ERROR = 2

/** Field names whose values are always redacted. */
const SECRET_FIELDS =
  'x-api-key apiKey authorization cookie set-cookie verificationCode code_hash secret secretKey privateKey password token'.split(
    ' ',
  )

/** Creates the log of a command, which goes to standard error. Only the command's output goes to standard output. */
export function commandLog(level: string): Logger {
  return createLog(level, pino.destination({ dest: STANDARD_ERROR, sync: true }))
}

/** The process's log: one JSON object per line, with the ids of the current request and without secrets. Repeated warnings are limited. */
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
    hooks: { streamWrite: withoutSecrets, logMethod: createLineLimit() },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}
