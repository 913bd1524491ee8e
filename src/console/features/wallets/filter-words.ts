import type { WalletExportFilter } from '#shared/org/exports.ts'
import { harmlessText } from '#shared/display/text.ts'
import { language } from '#console/lib/language.ts'
import { t } from '#console/lib/text.ts'

const SEARCH_LENGTH_MAX = 60

/** What a list is narrowed to, in a line. */
export function filterWords(filter: WalletExportFilter): string {
  const { q, owner, state, sinceDatetime, untilDatetime, sort } = filter
  const words: string[] = []
  if (q !== undefined && q !== '') words.push(t('with “{q}”', { q: harmlessText(q, SEARCH_LENGTH_MAX).text }))
  if (owner === 'organization') words.push(t('of the organization'))
  if (owner === 'end-user') words.push(t('of end-users'))
  if (state === 'deployed') words.push(t('deployed'))
  if (state === 'submitted') words.push(t('being deployed'))
  if (sinceDatetime !== undefined) words.push(t('created from {day}', { day: dayText(sinceDatetime, 0) }))
  if (untilDatetime !== undefined) words.push(t('created until {day}', { day: dayText(untilDatetime, 1) }))
  const all = words.length === 0 ? t('All wallets') : t('Wallets {words}', { words: words.join(', ') })
  if (sort === 'oldest') return t('{list}; oldest first', { list: all })
  return sort === 'label' ? t('{list}; by name', { list: all }) : all
}

/** The last moment of a period belongs to the day before. */
function dayText(datetime: string, millisecondsBefore: number): string {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' })
  return format.format(new Date(Date.parse(datetime) - millisecondsBefore))
}
