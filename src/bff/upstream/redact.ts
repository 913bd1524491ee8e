const REDACTED = '[redacted]'

/** A text without the key, however JSON may have escaped it. */
export function redactJson(text: string, apiKey: string): string {
  if (!text.includes('\\u') && !text.includes(apiKey)) return text
  try {
    return JSON.stringify(JSON.parse(text)).replaceAll(apiKey, REDACTED)
  } catch {
    return text.replaceAll(apiKey, REDACTED)
  }
}

/** A failed call's error, for the log: name, code and message, without the key. */
export function redactError(error: unknown, apiKey: string | null): Error {
  if (!(error instanceof Error)) return new Error('a value that is not an Error was thrown')
  const redacted = new Error(apiKey === null ? error.message : error.message.replaceAll(apiKey, REDACTED))
  redacted.name = error.name
  return 'code' in error && typeof error.code === 'string'
    ? Object.assign(redacted, { code: error.code })
    : redacted
}

/** Error texts have no reason to quote an API key, ours or another. */
export function withoutKeys(message: string): string {
  return message.replaceAll(/pk_live_\w+/g, `pk_live_${REDACTED}`)
}
