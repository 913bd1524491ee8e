import { toServiceError } from './error-response.ts'

/** What an operation refused, in words for whoever runs it by hand; undefined for an error that nobody foresaw. */
export function errorSentence(error: unknown): string | undefined {
  const known = toServiceError(error)
  if (known.code === 'INTERNAL') return undefined
  const fields = (known.errors ?? []).map(({ path, message }) => `  ${path} ${message}`)
  return [known.publicMessage, ...fields].join('\n')
}
