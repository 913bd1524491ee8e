import { errorSentence } from '#server-kit/http/error-reply.ts'
import { withoutSecrets } from '#server-kit/secrets/without-secrets.ts'
import { listCauses } from './causes.ts'
import { startSentence } from './start-sentence.ts'

/** The rest of a URL after its host. A node provider's key is often in the path. */
const AFTER_HOST = /:\/\/[^\s/"'\\]+\/[^\s"'\\]+/g

type Place = { dataDir: string; logLevel: string | undefined }

/**
 * Returns the text that a failed command prints: one sentence, then the message of each cause, and the stacks if LOG_LEVEL asks
 * for them. Secrets are redacted.
 */
export function failureText(error: unknown, { dataDir, logLevel }: Place): string {
  const sentence = startSentence(error, dataDir) ?? errorSentence(error) ?? readMessage(error)
  let text = withoutSecrets(sentence)
  for (const cause of listCauses(error)) {
    const message = redact(readMessage(cause))
    // A sentence often quotes its cause already.
    if (!text.includes(message)) text += `\n  Cause: ${withCode(message, cause)}`
  }
  const wantsStacks = logLevel === 'debug' || logLevel === 'trace'
  return wantsStacks ? [text, ...listStacks(error)].join('\n') : text
}

/**
 * The message of an error. An AggregateError often has no message, for example if a host has several addresses. Its
 * errors' messages are then joined.
 */
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  if (error instanceof AggregateError) return error.errors.map(readMessage).join('; ')
  return error.name
}

/** Adds the error's code, such as an SQLSTATE, unless the message has it. */
function withCode(message: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return message
  // oxlint-disable-next-line spelling/no-decision-by-spelling -- Nothing is decided: the code is not printed twice.
  return message.includes(code) ? message : `${message} (${code})`
}

function listStacks(error: unknown): string[] {
  return listCauses(error).flatMap((one) => (one instanceof Error ? [redact(one.stack ?? '')] : []))
}

function redact(message: string): string {
  return withoutSecrets(message).replace(AFTER_HOST, (url) => `${url.slice(0, url.indexOf('/', 3))}/…`)
}
