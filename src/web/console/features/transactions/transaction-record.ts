import * as z from 'zod/mini'
import { OUTCOME_SOURCES, type OutcomeSource } from '#protocol/org/hosted-upstream.ts'
import type { OrganizationTransaction } from '#protocol/org/organization-transactions.ts'
import { transactionSchema } from '#protocol/org/transactions.ts'

/** A transaction as a hosted service reports it, or as the console's own server has recorded it, with its source. */
export const recordSchema = z.extend(transactionSchema, {
  learntFrom: z.optional(z.enum(OUTCOME_SOURCES)),
})
type TransactionRecord = z.infer<typeof recordSchema>

/** A transaction on a screen. `learntFrom` only of one that the console's own server has noted. */
export type ShownTransaction = OrganizationTransaction & { learntFrom?: OutcomeSource | undefined }

/** A record in the form of those whose owner is known; the time left is by this device's clock. */
export function withoutOwner(record: TransactionRecord, nowMs: number): ShownTransaction {
  const { approval, ...transaction } = record
  const { number: _, ...told } = approval ?? {}
  const isWaiting = record.status === 'PENDING_USER_APPROVAL'
  const isNoted = record.learntFrom !== undefined && record.status === 'FAILED'
  const expiresMs = Number(record.expiration) * 1_000
  return {
    // A service that reports a failure without an end: until the signature expires.
    ...(isNoted && expiresMs > nowMs && { executableUntil: new Date(expiresMs).toISOString() }),
    ...transaction,
    ...(approval !== undefined && {
      approval: { ...told, expiresAtDatetime: approval.expiresAtDatetime },
      ...(isWaiting && { secondsLeft: secondsUntil(approval.expiresAtDatetime, nowMs) }),
    }),
    walletLabel: '',
    externalUserId: '',
    externalUserLabel: '',
  }
}

function secondsUntil(datetime: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(datetime) - nowMs) / 1_000))
}
