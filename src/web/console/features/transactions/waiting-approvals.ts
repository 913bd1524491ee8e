import type { ShownTransaction } from './organization-transactions.tsx'

/** Pending transactions that people of the organization decide: those that wait for this member, and the others. */
export type WaitingApprovals = { mine: ShownTransaction[]; others: ShownTransaction[] }

export function sortApprovals(transactions: readonly ShownTransaction[], memberId: string): WaitingApprovals {
  const shared = transactions.filter(({ approval }) => approval?.forOrganization === true)
  return {
    mine: shared.filter((one) => isWaitingFor(one, memberId)),
    others: shared.filter((one) => !isWaitingFor(one, memberId)),
  }
}

/** Whether a member is asked and has not decided. */
export function isWaitingFor({ approvers = [] }: ShownTransaction, memberId: string): boolean {
  return approvers.some(
    ({ administratorId, decision }) => administratorId === memberId && decision === undefined,
  )
}
