import type { WalletExportFilter } from '#protocol/org/exports.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { language } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

const SEARCH_LENGTH_MAX = 60

/** What a list is narrowed to and its order, in a line. */
export function filterWords(filter: WalletExportFilter): string {
  const { q, owner, state, sinceDatetime, untilDatetime, sort } = filter
  const words: string[] = []
  if (q !== undefined && q !== '') words.push(`“${harmlessText(q, SEARCH_LENGTH_MAX).text}”`)
  if (owner === 'organization') words.push(t('The organization'))
  if (owner === 'end-user') words.push(t('End-users'))
  if (state === 'deployed') words.push(t('Deployed'))
  if (state === 'submitted') words.push(t('Deploying'))
  if (sinceDatetime !== undefined) words.push(t('From {day}', { day: dayText(sinceDatetime, 0) }))
  if (untilDatetime !== undefined) words.push(t('Until {day}', { day: dayText(untilDatetime, 1) }))
  if (words.length === 0) words.push(t('All wallets'))
  if (sort === 'oldest') words.push(t('Oldest first'))
  if (sort === 'label') words.push(t('By name'))
  return words.join(' · ')
}

/** The last moment of a period belongs to the day before. */
function dayText(datetime: string, millisecondsBefore: number): string {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' })
  return format.format(new Date(Date.parse(datetime) - millisecondsBefore))
}
