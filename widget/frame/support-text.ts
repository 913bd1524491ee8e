import { harmlessText } from '#protocol/display/text.ts'
import type { WidgetError, WidgetErrorCode } from '#widget/errors.ts'
import { textOf, type Surroundings } from './exact-code.ts'

/** The error's surroundings, for support. */
export type SupportContext = Surroundings & {
  host: string
  rpId: string | undefined
  isFramed: boolean
  userAgent: string
  /** ISO 8601, UTC. */
  now: string
}

const BROWSER_TEXT_LENGTH_MAX = 160

/**
 * The text to copy for the support staff, a line per fact: what failed, where, in which browser. No name, email
 * address, wallet, amount, token or id of a passkey is in it.
 */
export function supportText(code: WidgetErrorCode, error: WidgetError, context: SupportContext): string {
  const { prompt } = error
  const name = error.cause instanceof Error ? error.cause.name : undefined
  const lines: [name: string, value: string | undefined][] = [
    ['code', code === error.code ? code : `${code} (${error.code})`],
    ['browser says', [name, harmlessText(textOf(error), BROWSER_TEXT_LENGTH_MAX).text].join(' ').trim()],
    ['prompt', prompt && `${prompt.kind}, ${Math.round(prompt.elapsedMs)} ms, answered ${context.answered}`],
    ['focused', prompt && String(prompt.focused)],
    ['page', `${context.host}, https ${context.isSecure}, framed ${context.isFramed}`],
    ['passkey domain', context.rpId],
    ['capabilities', listed(context.capabilities)],
    ['clock off', context.clockOffSeconds === undefined ? undefined : `${context.clockOffSeconds} s`],
    ['browser', context.userAgent],
    ['time', context.now],
  ]
  return lines
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([fact, value]) => `${fact}: ${value ?? ''}`)
    .join('\n')
}

function listed(capabilities: Readonly<Record<string, boolean>>): string {
  return Object.entries(capabilities)
    .map(([name, has]) => (has ? name : `no ${name}`))
    .join(', ')
}
