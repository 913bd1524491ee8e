import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import type { LedgerTables } from '#service/ledger/tables.ts'

type Row = Insertable<LedgerTables['transactions']>

/** Stores a transaction in any state, without whatever leads to it; answers its id. */
export async function insertTransaction(
  db: Database | Transaction,
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
      signature: '0x',
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
