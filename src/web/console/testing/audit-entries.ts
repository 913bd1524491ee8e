import type { AuditEntry } from '#protocol/audit.ts'

let sequence = 0

/** An entry of the audit log. */
export function buildEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  sequence += 1
  return {
    organizationId: 'org-1',
    sequence: String(sequence),
    occurredAtDatetime: '2026-11-30T10:00:00.000Z',
    actor: { id: 'ada', name: 'Ada' },
    action: 'session.signed-in',
    target: null,
    details: {},
    result: 'done',
    requestId: `request ${sequence}`,
    ipAddress: '127.0.0.1',
    previousHash: '0'.repeat(64),
    hash: 'f'.repeat(64),
    ...changes,
  }
}
