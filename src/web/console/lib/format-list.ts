import type { Language } from '#protocol/display/language.ts'
import { language } from '#web/ui/text.ts'

const formats = new Map<string, Intl.ListFormat>()

function listFormat(chosen: Language, type: 'conjunction' | 'disjunction' | 'unit'): Intl.ListFormat {
  const key = `${chosen} ${type}`
  const format =
    formats.get(key) ?? new Intl.ListFormat(chosen, { type, style: type === 'unit' ? 'short' : 'long' })
  formats.set(key, format)
  return format
}

/** Several names as a choice, such as `Ada, Ben, or Cleo`. */
export function formatChoice(names: readonly string[]): string {
  return listFormat(language(), 'disjunction').format(names)
}

/** Several names as a list, such as `Ada, Ben, and Cleo`. */
export function formatList(names: readonly string[]): string {
  return listFormat(language(), 'conjunction').format(names)
}

/** Several names without a word between them, such as `Ada, Ben, Cleo`. */
export function formatNames(names: readonly string[]): string {
  return listFormat(language(), 'unit').format(names)
}
