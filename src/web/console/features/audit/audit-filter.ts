import { AUDIT_RESULTS, type AuditFilter } from '#protocol/org/audit.ts'
import type { AuditSearchParams } from '#web/console/lib/paths.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CURSOR = /^[0-9]{1,18}$/

/** Reads the filters out of the address; what is none is left out, so that an old link still shows a list. */
export function readAuditPlace(search: URLSearchParams): AuditSearchParams {
  const text = (name: string) => search.get(name)?.trim().slice(0, 200) || undefined
  const day = (name: string) => (isDay(search.get(name)) ? (search.get(name) ?? undefined) : undefined)
  const cursor = search.get('cursor')
  return {
    actor: text('actor'),
    action: text('action')?.slice(0, 100),
    target: text('target'),
    result: AUDIT_RESULTS.find((one) => one === search.get('result')),
    since: day('since'),
    until: day('until'),
    cursor: cursor !== null && CURSOR.test(cursor) ? cursor : undefined,
  }
}

function isDay(text: string | null): boolean {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))
}

/** The filter as the server reads it: days are the reader's own, and the last one counts whole. */
export function auditFilterOf({
  actor,
  action,
  target,
  result,
  since,
  until,
}: AuditSearchParams): AuditFilter {
  return {
    actor,
    action,
    target,
    result: AUDIT_RESULTS.find((one) => one === result),
    sinceDatetime: since === undefined ? undefined : dayStart(since, 0),
    untilDatetime: until === undefined ? undefined : dayStart(until, 1),
  }
}

function dayStart(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}

/** Whether anything is narrowed. */
export function isAuditNarrowed(place: AuditSearchParams): boolean {
  return Object.entries(place).some(([name, value]) => name !== 'cursor' && value !== undefined)
}
