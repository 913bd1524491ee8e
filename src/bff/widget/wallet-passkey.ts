import { sql, type Selectable, type Transaction } from 'kysely'
import type { CallsService, HasClock, HasDatabase } from '#bff/context-parts.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { answer } from '#bff/http/exchange.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import type { Wallet } from '#protocol/wallets.ts'
import {
  type WalletPasskey,
  widgetNamePasskeyRequestSchema,
  widgetNamePasskeyResultSchema,
} from '#protocol/widget-api.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { coordinate, forgetRemovedPasskeys, isSameKey, readObeyedKeys } from './obeyed-keys.ts'
import { requireTokenWallet } from './token-wallets.ts'
import type { WidgetHandler } from './widget-token.ts'

/** Days after which an unconfirmed passkey is deleted. Signing in with the passkey still finds the wallet. */
const UNCONFIRMED_DAYS = 7

/** A passkey and its wallet. */
type NamedPasskey = { organizationId: string; walletAddress: string; passkey: WalletPasskey }

/**
 * Stores a passkey that has just created the wallet, or that the wallet's contract accepts. The widget uses it from
 * now on. A new name or credential id of the same key replaces the old one, so a key has one entry.
 */
export async function storeWalletPasskey(ctx: HasClock & HasDatabase, named: NamedPasskey): Promise<void> {
  const row = toRow(ctx, named)
  const obeyed = { obeyed_at: ctx.clock.now() }
  await ctx.db.transaction().execute(async (trx) => {
    await lockPasskeys(trx, row)
    await trx
      .deleteFrom('bff_wallet_passkey')
      .where('organization_id', '=', row.organization_id)
      .where('wallet_address', '=', row.wallet_address)
      .where('qx', '=', row.qx)
      .where('qy', '=', row.qy)
      .where('credential_id', '<>', row.credential_id)
      .execute()
    await trx
      .insertInto('bff_wallet_passkey')
      .values({ ...row, ...obeyed })
      .onConflict((conflict) => conflict.columns(KEY).doUpdateSet({ ...obeyed, ...renamed(named.passkey) }))
      .execute()
  })
}

/**
 * Stores the passkey that is about to create a wallet. It is valid only for this user's wallet, because the passkey's
 * owner is not known yet. Only the first passkey that a user names for a wallet is stored. Returns whether it was
 * new.
 */
export async function nameWalletPasskeyFor(
  ctx: HasClock & HasDatabase,
  named: NamedPasskey,
  externalUserId: string,
): Promise<boolean> {
  const oldest = new Date(ctx.clock.now().getTime() - UNCONFIRMED_DAYS * 86_400_000)
  await ctx.db
    .deleteFrom('bff_wallet_passkey')
    .where('obeyed_at', 'is', null)
    .where('created_at', '<', oldest)
    .execute()
  const row = { ...toRow(ctx, named), named_by: externalUserId }
  return ctx.db.transaction().execute(async (trx) => {
    await lockPasskeys(trx, row)
    const first = await trx
      .selectFrom('bff_wallet_passkey')
      .select('credential_id')
      .where('organization_id', '=', row.organization_id)
      .where('wallet_address', '=', row.wallet_address)
      .where('named_by', '=', externalUserId)
      .executeTakeFirst()
    if (first !== undefined) return false
    const stored = await trx
      .insertInto('bff_wallet_passkey')
      .values(row)
      .onConflict((conflict) => conflict.columns(KEY).doNothing())
      .executeTakeFirst()
    return stored.numInsertedOrUpdatedRows === 1n
  })
}

/** Locks a wallet's passkeys, so that concurrent requests that name them run one after the other. */
async function lockPasskeys(
  trx: Transaction<BffTables>,
  wallet: { organization_id: string; wallet_address: string },
): Promise<void> {
  const name = `wallet passkeys ${wallet.organization_id} ${wallet.wallet_address}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

function renamed({ name }: WalletPasskey): { name?: string } {
  return name === undefined ? {} : { name }
}

const KEY = ['organization_id', 'wallet_address', 'credential_id'] as const

function toRow(ctx: HasClock, { organizationId, walletAddress, passkey }: NamedPasskey) {
  return {
    organization_id: organizationId,
    wallet_address: walletAddress.toLowerCase(),
    credential_id: passkey.credentialId,
    qx: coordinate(passkey.qx),
    qy: coordinate(passkey.qy),
    rp_id: passkey.rpId,
    user_handle: passkey.userHandle ?? null,
    name: passkey.name ?? null,
    created_at: ctx.clock.now(),
  }
}

/** Deletes the passkey of a refused creation, but never one that created a wallet or that a wallet obeys. */
export async function forgetWalletPasskey(
  ctx: HasDatabase,
  { organizationId, walletAddress, passkey }: NamedPasskey,
): Promise<void> {
  await ctx.db
    .deleteFrom('bff_wallet_passkey')
    .where((row) => row.and({ organization_id: organizationId, wallet_address: walletAddress.toLowerCase() }))
    .where((row) => row.and({ credential_id: passkey.credentialId, obeyed_at: null }))
    .execute()
}

/**
 * Returns the passkeys of wallets that exist at the service, by lower-case address. Lists the passkeys that each
 * wallet has accepted, newest first. If there are none, returns the first passkey that the wallet's own user named
 * before the creation.
 */
export async function findWalletPasskeys(
  ctx: HasClock & HasDatabase,
  organizationId: string,
  wallets: Pick<Wallet, 'address' | 'externalUserId'>[],
): Promise<Map<string, WalletPasskey[]>> {
  const users = new Map(wallets.map(({ address, externalUserId }) => [address.toLowerCase(), externalUserId]))
  if (users.size === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('bff_wallet_passkey')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('wallet_address', 'in', [...users.keys()])
    .orderBy('obeyed_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at', 'desc')
    .execute()
  const found = new Map<string, WalletPasskey[]>()
  const named = new Map<string, WalletPasskey>()
  for (const row of rows) {
    const address = row.wallet_address
    if (row.obeyed_at !== null) found.set(address, [toPasskey(row), ...(found.get(address) ?? [])])
    else if (row.named_by === users.get(address)) named.set(address, toPasskey(row))
  }
  for (const [walletAddress, passkey] of named) {
    if (found.has(walletAddress)) continue
    found.set(walletAddress, [passkey])
    await storeWalletPasskey(ctx, { organizationId, walletAddress, passkey })
  }
  return found
}

function toPasskey(row: Selectable<BffTables['bff_wallet_passkey']>): WalletPasskey {
  return {
    credentialId: row.credential_id,
    qx: row.qx,
    qy: row.qy,
    rpId: row.rp_id,
    ...(row.user_handle !== null && { userHandle: row.user_handle }),
    ...(row.name !== null && { name: row.name }),
  }
}

/** This path exists only for the widget, because the service does not know which passkey holds a key. */
export const NAME_PASSKEY = {
  method: 'POST',
  path: '/wallets/:address/passkey',
  scope: null,
  params: BAAS_ENDPOINTS.getWallet.params,
  body: widgetNamePasskeyRequestSchema,
  answer: widgetNamePasskeyResultSchema,
  summary: 'Name a passkey that a wallet obeys',
} as const satisfies Endpoint

/**
 * `POST /api/widget/wallets/:address/passkey`: stores a passkey of the token's wallet that was created elsewhere,
 * added or recovered. The next page then requests exactly that passkey. Grants nothing: accepts only a key that
 * the contract obeys, and only for the token's own wallets. Deletes passkeys that the contract no longer obeys.
 *
 * @throws WALLET_NOT_OWNED; VALIDATION_FAILED for another key or domain
 */
export const nameWalletPasskey: WidgetHandler<
  typeof NAME_PASSKEY,
  CallsService & HasClock & HasDatabase
> = async (asked) => {
  const { ctx, token, params, body: passkey } = asked
  const { address } = params
  await requireTokenWallet(asked, address)
  const obeyed = await readObeyedKeys(asked, address, passkey)
  const isObeyed = obeyed.some((key) => isSameKey(key, passkey))
  if (!isObeyed) throw validationError([{ path: 'qx', message: 'is not of a key that the wallet obeys' }])
  const organizationId = token.organization.id
  await storeWalletPasskey(ctx, { organizationId, walletAddress: address, passkey })
  await forgetRemovedPasskeys(ctx, { organizationId, walletAddress: address, obeyed })
  return answer({ success: true })
}
