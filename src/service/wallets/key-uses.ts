import { sql } from 'kysely'
import type { Address } from 'viem'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import type { WalletKey } from '#service/chain/wallet-authority.ts'
import type { Database, Transaction } from '#service/db/database.ts'
import { hasChangedAuthority } from './has-changed-authority.ts'

type MessageUse = { wallet: Address; signingKey: WalletKey; now: Date }

/** Stores that a key signed a message. The caller must hold the wallet's lock. */
export async function storeMessageKeyUse(
  trx: Transaction,
  { wallet, signingKey, now }: MessageUse,
): Promise<void> {
  const key = { qx: coordinateHex(signingKey.x), qy: coordinateHex(signingKey.y) }
  await trx
    .insertInto('message_key_uses')
    .values({ wallet_address: wallet, ...key, used_at: now })
    .onConflict((conflict) => conflict.columns(['wallet_address', 'qx', 'qy']).doUpdateSet({ used_at: now }))
    .execute()
}

type Key = { number: number; qx: string; qy: string }

/**
 * Maximum number of transactions that are read to find the last use of a wallet's only key. Transactions of earlier
 * versions of this service do not name their key.
 */
const EARLIER_MAX = 1_000

/**
 * Returns the keys of a wallet, each with the time at which its newest accepted signature was stored. The time is
 * null if this service has accepted no signature of the key. If the keys never changed, every transaction was signed
 * with the key from the wallet's creation, `firstQx`.
 */
export async function addLastUses(
  db: Database,
  wallet: { organizationId: string; address: Address; firstQx: string },
  keys: readonly Key[],
): Promise<(Key & { lastUsedAt: string | null })[]> {
  const address = wallet.address.toLowerCase()
  const { rows } = await sql<Key & { used_at: Date | null }>`
    select key.number, key.qx, key.qy, greatest(sent.created_at, message.used_at, earlier.created_at) as used_at
    from (select ${address}::text as address) as asked
    cross join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key (number integer, qx text, qy text)
    left join lateral (
      select created_at from transactions
      where wallet_address = ${address} and key_qx is not null and left(key_qx, 16) = left(key.qx, 16)
        and key_qx = key.qx and key_qy = key.qy and organization_id = ${wallet.organizationId}
      order by created_at desc limit 1
    ) as sent on true
    left join message_key_uses as message
      on message.wallet_address = ${address} and message.qx = key.qx and message.qy = key.qy
    left join lateral (
      select created_at from (
        select created_at, outside, key_qx from transactions
        where organization_id = ${wallet.organizationId} and wallet_address = ${address}
        order by created_at desc, id desc limit ${EARLIER_MAX}
      ) as newest
      where not outside and newest.key_qx is null and sent.created_at is null and key.qx = ${wallet.firstQx}
        and not ${hasChangedAuthority('asked', 'address')}
      order by created_at desc limit 1
    ) as earlier on true
    order by key.number`.execute(db)
  return rows.map(({ used_at: usedAt, ...key }) => ({ ...key, lastUsedAt: usedAt?.toISOString() ?? null }))
}
