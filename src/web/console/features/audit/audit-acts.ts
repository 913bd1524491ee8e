import type { AuditEntry } from '#protocol/audit.ts'
import { PREPARE_ENDPOINTS } from '#protocol/prepare.ts'

/** Something that a person did, with its entries, newest first. The first entry says what was done. */
export type AuditAct = readonly [AuditEntry, ...AuditEntry[]]

/** The longest time between preparing a call and executing it that counts as one act, in milliseconds. */
const PREPARED_MS = 30 * 60_000

const PREPARED: ReadonlySet<string> = new Set(Object.values(PREPARE_ENDPOINTS).map(({ action }) => action))

export function isPrepared({ action }: Pick<AuditEntry, 'action'>): boolean {
  return PREPARED.has(action)
}

/**
 * Groups entries, newest first, by what the person did: entries of one request, and a transaction with the calls that
 * were prepared for it. Preparing without executing is an act of its own.
 */
export function groupActs(entries: readonly AuditEntry[]): AuditAct[] {
  const acts: [AuditEntry, ...AuditEntry[]][] = []
  for (const entry of entries) {
    const act = acts.findLast(([first]) => isSameRequest(first, entry) || isPreparedFor(entry, first))
    if (act === undefined) acts.push([entry])
    else act.push(entry)
  }
  return acts
}

function isSameRequest(one: AuditEntry, other: AuditEntry): boolean {
  return one.requestId === other.requestId && one.actor?.id === other.actor?.id
}

/** Whether a call was prepared for a later act: a transaction of the same wallet, or the same call once more. */
function isPreparedFor(entry: AuditEntry, later: AuditEntry): boolean {
  if (!isPrepared(entry) || entry.actor === null || entry.actor.id !== later.actor?.id) return false
  const waitedMs = Date.parse(later.occurredAtDatetime) - Date.parse(entry.occurredAtDatetime)
  if (waitedMs > PREPARED_MS || describeWallet(entry) !== describeWallet(later)) return false
  return later.action === 'transaction.executed' || later.action === entry.action
}

function describeWallet({ details }: AuditEntry): string {
  return String(details['walletAddress'] ?? '').toLowerCase()
}
