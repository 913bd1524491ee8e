import { AUDIT_RESULTS, type AuditFilter } from '#protocol/org/audit.ts'
import { dayOf, startOfDay } from '#web/console/lib/local-day.ts'
import type { AuditSearchParams } from '#web/console/lib/paths.ts'

const CURSOR = /^[0-9]{1,18}$/

/** Reads the filters from the address; invalid ones are ignored, so that an old link still shows a list. */
export function readAuditParams(search: URLSearchParams): AuditSearchParams {
  const text = (name: string) => search.get(name)?.trim().slice(0, 200) || undefined
  const cursor = search.get('cursor')
  return {
    actor: text('actor'),
    action: text('action')?.slice(0, 100),
    target: text('target'),
    result: AUDIT_RESULTS.find((one) => one === search.get('result')),
    since: dayOf(search.get('since')),
    until: dayOf(search.get('until')),
    cursor: cursor !== null && CURSOR.test(cursor) ? cursor : undefined,
  }
}

/** The filter for the server: days are in the reader's time zone, and the last one is included. */
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
    sinceDatetime: since === undefined ? undefined : startOfDay(since, 0),
    untilDatetime: until === undefined ? undefined : startOfDay(until, 1),
  }
}

/** Whether any filter is set. */
export function isAuditNarrowed(params: AuditSearchParams): boolean {
  return Object.entries(params).some(([name, value]) => name !== 'cursor' && value !== undefined)
}
