import type { ShownTransaction } from '#web/console/features/transactions/organization-transactions.tsx'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
export const AT = '2026-11-22T01:00:00.000Z'

/** A held transaction of an end-user, with `changes` applied. */
export function exampleTransaction(changes: Partial<ShownTransaction> = {}): ShownTransaction {
  return {
    transactionUuid: '2f3f1f7e-7a52-4c6c-9a53-aaaaaaaaaaaa',
    walletAddress: ADDRESS,
    status: 'PENDING_USER_APPROVAL',
    digest: `0x${'ab'.repeat(32)}`,
    toAddress: ADDRESS,
    value: '0',
    data: '0x',
    expiration: '1900000000',
    fee: '0',
    feeCoinAddress: ADDRESS,
    feeWithdrawAddress: ADDRESS,
    createdAtDatetime: AT,
    updatedAtDatetime: AT,
    walletLabel: 'Savings',
    externalUserId: 'user-1',
    externalUserLabel: 'Grace Hopper',
    email: 'grace@example.com',
    ...changes,
  }
}
