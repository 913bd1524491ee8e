import { harmlessText } from '#protocol/display/text.ts'
import { isWithinDomain } from '#protocol/passkey/origin.ts'
import { relatedOriginsUrl } from '#protocol/passkey/related-origins.ts'
import { WidgetError, type WidgetErrorCode } from '#widget/errors.ts'
import type { Frame } from '#widget/files.ts'
import { frameEn } from '#widget/texts/en.ts'
import { chooseSentence } from '#widget/texts/messages.ts'
import { exactCode, readBrowserText } from './exact-code.ts'
import { isFramed } from './protocol.ts'

/**
 * Returns the error with a more exact code if there is one, its sentence, and a text to copy for support.
 * Uses the browser's error, its elapsed time, the page's focus, and the server's clock.
 */
export const explain: Frame['explain'] = async (error, { apiUrl, rpId, messages, signal }) => {
  if (error.support !== undefined) return error
  const code = await exactCode(error, { apiUrl, signal })
  const { detail, reason, retryAfterSeconds, prompt, cause } = error
  const texts = messages.parts?.frame ?? frameEn
  const sentences: Partial<Record<WidgetErrorCode, string>> = { ...messages.errors, ...texts.errors }
  const isNotCreated = code === 'PASSKEY_CANCELLED' && prompt?.kind === 'create'
  const sentenceCode = reason === 'unsupported' ? 'UNSUPPORTED_BROWSER' : code
  return new WidgetError(code, {
    detail: findListing(error, rpId) ?? detail,
    reason,
    retryAfterSeconds,
    prompt,
    cause,
    sentence:
      error.sentence ??
      (isNotCreated ? texts.notCreated : undefined) ??
      sentences[sentenceCode] ??
      chooseSentence(messages, error),
    support: [texts.copyDetails, supportText(code, error, rpId)],
  })
}

/**
 * The detail for developers if the browser refused to use a passkey of another domain: the file that has to list this
 * page (WebAuthn L3 5.11). Undefined for any other error.
 */
function findListing({ cause }: WidgetError, rpId: string | undefined): string | undefined {
  const isRefused = cause instanceof Error && cause.name === 'SecurityError'
  if (!isRefused || rpId === undefined || isWithinDomain(location.hostname, rpId)) return undefined
  return `${location.origin} has to be a related origin: add it to ${relatedOriginsUrl(rpId)}`
}

const BROWSER_TEXT_LENGTH_MAX = 160

/**
 * The text to copy for the support staff, one fact per line: what failed, where, and in which browser.
 * Contains no name, email address, wallet, amount, token or passkey id.
 */
function supportText(code: WidgetErrorCode, error: WidgetError, rpId: string | undefined): string {
  const { prompt, cause } = error
  const name = cause instanceof Error ? cause.name : ''
  const lines: [name: string, value: string | undefined][] = [
    ['code', code === error.code ? code : `${code} (${error.code})`],
    ['browser says', `${name} ${harmlessText(readBrowserText(error), BROWSER_TEXT_LENGTH_MAX).text}`.trim()],
    ['prompt', prompt && `${prompt.kind}, ${Math.round(prompt.elapsedMs)} ms`],
    ['focused', prompt && String(prompt.focused)],
    ['page', `${location.host}, framed ${isFramed()}`],
    ['passkey domain', rpId],
    ['browser', navigator.userAgent],
    ['time', new Date().toISOString()],
  ]
  return lines.flatMap(([fact, value]) => (value ? [`${fact}: ${value}`] : [])).join('\n')
}
