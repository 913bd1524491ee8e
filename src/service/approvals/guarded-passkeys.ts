import type { Address } from 'viem'
import type { GuardedPasskey } from '#protocol/approver-api.ts'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { readStoredChange } from '#service/chain/authority-events.ts'
import type { Authority } from '#service/chain/wallet-authority.ts'
import type { HasDatabase } from '#service/context-parts.ts'
import type { Database } from '#service/db/database.ts'
import { addLastUses } from '#service/wallets/key-uses.ts'

type OwnWallet = { address: Address; organizationId: string; firstQx: string }

/** Maximum number of added keys that are read. A wallet has fewer keys at a time, but keys may be replaced. */
const ADDITIONS_MAX = 100

/**
 * Reads the passkeys that a wallet accepts, newest first, each with the time at which the service found its
 * addition.
 */
export async function readGuardedPasskeys(
  { db }: HasDatabase,
  wallet: OwnWallet,
  authority: Authority,
): Promise<GuardedPasskey[]> {
  const keys = authority.keys.map(({ number, x, y }) => ({
    number,
    qx: coordinateHex(x),
    qy: coordinateHex(y),
  }))
  const [used, additions] = [await addLastUses(db, wallet, keys), await readAdditions(db, wallet.address)]
  const passkeys = used.map((key) => {
    const addedAtDatetime = additions.get(nameKey(key))?.toISOString()
    return { ...key, ...(addedAtDatetime !== undefined && { addedAtDatetime }) }
  })
  return passkeys.toSorted((one, other) => addedMs(other) - addedMs(one) || one.number - other.number)
}

const addedMs = ({ addedAtDatetime }: GuardedPasskey): number =>
  addedAtDatetime === undefined ? 0 : Date.parse(addedAtDatetime)

const nameKey = ({ qx, qy }: { qx: string; qy: string }): string => qx + qy

async function readAdditions(db: Database, wallet: Address): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('wallet_authority_events')
    .select(['log', 'found_at'])
    .where('wallet_address', '=', wallet)
    .where('kind', '=', 'key-added')
    .orderBy('found_at', 'desc')
    .limit(ADDITIONS_MAX)
    .execute()
  const additions = new Map<string, Date>()
  for (const { log, found_at: foundAt } of rows.toReversed()) {
    const key = readStoredChange(log)?.key
    if (key !== undefined)
      additions.set(nameKey({ qx: coordinateHex(key.x), qy: coordinateHex(key.y) }), foundAt)
  }
  return additions
}
