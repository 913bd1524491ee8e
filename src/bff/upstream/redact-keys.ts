const REDACTED = '[redacted]'

/** Removes the key from a text, even if JSON has escaped it. */
export function redactJson(text: string, apiKey: string): string {
  if (!text.includes('\\u') && !text.includes(apiKey)) return text
  try {
    return JSON.stringify(JSON.parse(text)).replaceAll(apiKey, REDACTED)
  } catch {
    return text.replaceAll(apiKey, REDACTED)
  }
}

/** Copies the name, code and message of an error for the log, without the key. */
export function redactError(error: unknown, apiKey: string | null): Error {
  if (!(error instanceof Error)) return new Error('a value that is not an Error was thrown')
  const redacted = new Error(apiKey === null ? error.message : error.message.replaceAll(apiKey, REDACTED))
  redacted.name = error.name
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(redacted, { code: error.code })
    : redacted
}

/** Removes all API keys from an error message, whether or not they belong to this deployment. */
export function withoutKeys(message: string): string {
  return message.replaceAll(/pk_live_\w+/g, `pk_live_${REDACTED}`)
}
