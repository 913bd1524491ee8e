import { toHttpError } from '#server-kit/http/error-reply.ts'

/** What an operation refused, as a sentence for the operator; undefined for an unexpected error. */
export function errorSentence(error: unknown): string | undefined {
  const known = toHttpError(error)
  if (known.code === 'INTERNAL') return undefined
  const fields = (known.errors ?? []).map(({ path, message }) => `  ${path} ${message}`)
  return [known.publicMessage, ...fields].join('\n')
}
