import type { Selectable } from 'kysely'
import type { Address } from 'viem'
import { coordinateHex } from '#protocol/passkey/public-key.ts'
import { ApiError, apiError } from '#server-kit/http/http-error.ts'
import { readAuthority } from '#service/chain/wallet-authority.ts'
import type { HasChain, HasDatabase } from '#service/context-parts.ts'
import { passkeyPoint } from './passkey-point.ts'
import type { ApprovalTables } from './tables.ts'

/**
 * A person's passkey that is a key of an approval wallet. `number`: the key's place in the wallet, which
 * signatures contain (profile 2).
 */
export type ApprovalKey = { credentialId: string; number: number }

/** The keys of an approval wallet. Coordinates are 64 hex digits each. */
export type PresentKeys = { keys: ApprovalKey[]; others: { qx: string; qy: string }[]; isFull: boolean }

/** Maximum keys of a wallet, not counting the one in its code. */
const PLACES_MAX = 7

/**
 * Reads the keys that an approval wallet has on the chain now. `others`: keys that belong to no passkey of the person.
 * `isFull`: no key can be added. Returns undefined if the wallet is not deployed.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readApprovalKeys(
  ctx: HasChain & HasDatabase,
  approverId: string,
  wallet: Address,
): Promise<PresentKeys | undefined> {
  const [authority, passkeys] = await Promise.all([
    readAuthority(ctx.chain, wallet),
    readPasskeyPoints(ctx, approverId),
  ])
  if (authority === undefined) return undefined
  const present: PresentKeys = { keys: [], others: [], isFull: false }
  for (const { number, x, y } of authority.keys) {
    const passkey = passkeys.find(({ point }) => point?.x === x && point.y === y)
    if (passkey === undefined) present.others.push({ qx: coordinateHex(x), qy: coordinateHex(y) })
    else present.keys.push({ credentialId: passkey.credentialId, number })
  }
  const added = authority.keys.filter(({ number }) => number !== 0)
  return { ...present, isFull: added.length === PLACES_MAX }
}

type ApprovalWalletRow = Pick<
  Selectable<ApprovalTables['approval_wallets']>,
  'address' | 'qx' | 'qy' | 'deployed_at'
>

/**
 * Reads the keys with which a person signs for an approval wallet, as `readApprovalKeys` returns them. If `signer` is
 * given, it is the passkey that signed, and the caller needs only its key. While the chain cannot be read, returns
 * only the first key of a deployed wallet, because the number of this key cannot have changed. Rejects if `signer` is
 * not the passkey of this key.
 *
 * @throws CHAIN_FAILED, CHAIN_TIMEOUT
 */
export async function readSigningKeys(
  ctx: HasChain & HasDatabase,
  approverId: string,
  { wallet, signer }: { wallet: ApprovalWalletRow; signer?: string },
): Promise<ApprovalKey[] | undefined> {
  const isReady = wallet.deployed_at !== null || signer !== undefined
  try {
    const read = await readApprovalKeys(ctx, approverId, wallet.address)
    // The wallet is in a final block, so a node that does not know it lags behind.
    if (read === undefined && isReady) throw apiError('CHAIN_FAILED')
    return read?.keys
  } catch (error) {
    if (!(error instanceof ApiError) || !isReady) throw error
    const first = await findFirstKey(ctx, approverId, wallet)
    if (first === undefined || (signer !== undefined && signer !== first.credentialId)) throw error
    return [first]
  }
}

async function findFirstKey(
  ctx: HasDatabase,
  approverId: string,
  { qx, qy }: ApprovalWalletRow,
): Promise<ApprovalKey | undefined> {
  const passkeys = await readPasskeyPoints(ctx, approverId)
  const first = passkeys.find(
    ({ point }) => point !== undefined && coordinateHex(point.x) === qx && coordinateHex(point.y) === qy,
  )
  return first && { credentialId: first.credentialId, number: 0 }
}

async function readPasskeyPoints({ db }: HasDatabase, approverId: string) {
  const rows = await db
    .selectFrom('approver_passkeys')
    .select(['credential_id', 'public_key'])
    .where('approver_id', '=', approverId)
    .execute()
  return rows.map((row) => ({ credentialId: row.credential_id, point: passkeyPoint(row.public_key) }))
}
