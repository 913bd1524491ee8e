import { errorSentence } from '#server-kit/http/error-reply.ts'
import { startSentence } from './start-sentence.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A failure as a sentence for the operator, followed by the stack if LOG_LEVEL requests it. */
export function formatFailure(cause: unknown, environment: Environment, dataDir: string): string {
  const text =
    startSentence(cause, dataDir) ??
    errorSentence(cause) ??
    (cause instanceof Error ? cause.message : String(cause))
  const wantsStack = ['debug', 'trace'].includes(environment['LOG_LEVEL'] ?? '')
  return wantsStack && cause instanceof Error ? `${text}\n${cause.stack ?? ''}` : text
}
