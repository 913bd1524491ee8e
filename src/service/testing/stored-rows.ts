import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Database } from '#service/db/database.ts'
import type { LedgerTables } from '#service/ledger/tables.ts'
import type { WalletTables } from '#service/wallets/tables.ts'

type Row = Insertable<LedgerTables['transactions']>

/** Stores a transaction in any state, without its history. Returns its id. */
export async function insertTransaction(
  db: Database,
  row: Pick<Row, 'organization_id'> & Partial<Row>,
): Promise<string> {
  const id = row.id ?? randomUUID()
  const now = new Date()
  await db
    .insertInto('transactions')
    .values({
      id,
      wallet_address: ZERO_ADDRESS,
      digest: `0x${id.replaceAll('-', '').padStart(64, '0')}`,
      state: 'CONFIRMED',
      to_address: ZERO_ADDRESS,
      value: '0',
      data: '0x',
      expiration: '9999999999',
      fee: '0',
      fee_coin_address: ZERO_ADDRESS,
      fee_withdraw_address: ZERO_ADDRESS,
      signature: new Uint8Array(),
      relayed_id: null,
      transaction_hash: null,
      block_number: null,
      reason: null,
      created_at: now,
      updated_at: now,
      ...row,
    })
    .execute()
  return id
}

type WalletRow = Insertable<WalletTables['wallets']>

/** A deployed wallet as creation stores it, without its history. */
export function walletRow(
  row: Pick<WalletRow, 'organization_id' | 'address'> & Partial<WalletRow>,
): WalletRow {
  const now = row.created_at ?? new Date()
  return {
    id: randomUUID(),
    qx: '1'.repeat(64),
    qy: '2'.repeat(64),
    rp_id_hash: `0x${'0'.repeat(64)}`,
    label: '',
    external_user_id: '',
    external_user_label: '',
    email: 'user@example.com',
    backup_address: null,
    with_fee: false,
    status: 'deployed',
    relayed_id: randomUUID(),
    transaction_hash: `0x${'0'.repeat(64)}`,
    verification_id: randomUUID(),
    creation_hmac: '',
    answered_at: now,
    created_at: now,
    deployed_at: now,
    ...row,
  }
}
