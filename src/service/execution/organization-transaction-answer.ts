import type { HeldToken } from '#protocol/org/holdings.ts'
import type { OrganizationTransaction } from '#protocol/org/organization-transactions.ts'
import type { Context } from '#service/context.ts'
import { findHeldTokens } from '#service/holdings/find-held-tokens.ts'
import { transactionAnswer, type TransactionRow } from '#service/ledger/read-transactions.ts'

/** Transactions as the organization's own people read them: with wallet and end-user, without the number to pick. */
export async function organizationTransactions(
  ctx: Pick<Context, 'db' | 'chain'>,
  organizationId: string,
  rows: readonly TransactionRow[],
): Promise<OrganizationTransaction[]> {
  const addresses = [...new Set(rows.map((row) => row.wallet_address))]
  const [owners, held] = await Promise.all([
    addresses.length === 0 ? [] : readOwners(ctx, organizationId, addresses),
    findHeldTokens(ctx, rows),
  ])
  const ownerOf = new Map(owners.map((owner) => [owner.address, owner]))
  return rows.map((row, index) => withOwner(row, ownerOf.get(row.wallet_address), held[index] ?? []))
}

/** One such transaction. */
export async function organizationTransaction(
  ctx: Pick<Context, 'db' | 'chain'>,
  organizationId: string,
  row: TransactionRow,
): Promise<OrganizationTransaction> {
  const [[owner], [held = []]] = await Promise.all([
    readOwners(ctx, organizationId, [row.wallet_address]),
    findHeldTokens(ctx, [row]),
  ])
  return withOwner(row, owner, held)
}

function readOwners(ctx: Pick<Context, 'db'>, organizationId: string, addresses: string[]) {
  return ctx.db
    .selectFrom('wallets')
    .select(['address', 'label', 'external_user_id', 'external_user_label', 'email'])
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'failed')
    .where('address', 'in', addresses)
    .execute()
}

type Owner = Awaited<ReturnType<typeof readOwners>>[number]

function withOwner(
  row: TransactionRow,
  owner: Owner | undefined,
  held: HeldToken[],
): OrganizationTransaction {
  const { approval, ...transaction } = transactionAnswer(row)
  const { number: _, ...shown } = approval ?? {}
  return {
    ...transaction,
    ...(approval === undefined
      ? {}
      : { approval: { ...shown, expiresAtDatetime: approval.expiresAtDatetime } }),
    walletLabel: owner?.label ?? '',
    externalUserId: owner?.external_user_id ?? '',
    externalUserLabel: owner?.external_user_label ?? '',
    ...(owner === undefined || owner.email === '' ? {} : { email: owner.email }),
    ...(row.seconds_left === null ? {} : { secondsLeft: row.seconds_left }),
    ...(held.length > 0 && { held }),
  }
}
