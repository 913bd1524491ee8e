import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { KnownPasskey, Wallet } from '#protocol/wallets.ts'
import {
  type WalletPasskey,
  widgetNamePasskeyRequestSchema,
  widgetNamePasskeyResultSchema,
} from '#protocol/widget-api.ts'
import type { BffContext, Route, Organization } from '#bff/context.ts'
import type { BffTables } from '#bff/db/tables.ts'
import { addressSchema } from '#protocol/fields.ts'
import { sessionRoute } from '#bff/sessions/with-session.ts'
import type { Endpoint } from '#protocol/endpoint.ts'
import { BAAS_ENDPOINTS, SPEC_ENDPOINTS } from '#protocol/endpoints.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { rpIdHash } from '#protocol/passkey/rp-id.ts'
import { answer, bffError } from '#bff/http/exchange.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { validationError } from '#server-kit/http/validate.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import type { WidgetAsked, WidgetHandler } from './widget-token.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'

/** An unconfirmed name is deleted after so long: the passkey is found by signing in with it. */
const UNCONFIRMED_DAYS = 7

/** A wallet's passkey. */
type NamedPasskey = { organizationId: string; walletAddress: string; passkey: WalletPasskey }

/** The wallet was just created with this passkey, or its contract obeys it: it counts from now on. */
export async function storeWalletPasskey(ctx: BffContext, named: NamedPasskey): Promise<void> {
  const obeyed = { obeyed_at: ctx.clock.now() }
  await ctx.db
    .insertInto('bff_wallet_passkey')
    .values({ ...rowOf(ctx, named), ...obeyed })
    .onConflict((conflict) => conflict.columns(KEY).doUpdateSet(obeyed))
    .execute()
}

/**
 * Stores which passkey is about to create a wallet, for this user's wallet alone: the passkey's owner is not
 * known yet. Returns whether it was new.
 */
export async function nameWalletPasskeyFor(ctx: BffContext, named: NamedPasskey, externalUserId: string) {
  const oldest = new Date(ctx.clock.now().getTime() - UNCONFIRMED_DAYS * 86_400_000)
  await ctx.db
    .deleteFrom('bff_wallet_passkey')
    .where('obeyed_at', 'is', null)
    .where('created_at', '<', oldest)
    .execute()
  const stored = await ctx.db
    .insertInto('bff_wallet_passkey')
    .values({ ...rowOf(ctx, named), named_by: externalUserId })
    .onConflict((conflict) => conflict.columns(KEY).doNothing())
    .executeTakeFirst()
  return stored.numInsertedOrUpdatedRows === 1n
}

const KEY = ['organization_id', 'wallet_address', 'credential_id'] as const

function rowOf(ctx: BffContext, { organizationId, walletAddress, passkey }: NamedPasskey) {
  return {
    organization_id: organizationId,
    wallet_address: walletAddress.toLowerCase(),
    credential_id: passkey.credentialId,
    qx: coordinate(passkey.qx),
    qy: coordinate(passkey.qy),
    rp_id: passkey.rpId,
    user_handle: passkey.userHandle ?? null,
    created_at: ctx.clock.now(),
  }
}

/** Deletes the passkey of a refused creation, but never one that created a wallet or that a wallet obeys. */
export async function forgetWalletPasskey(
  ctx: BffContext,
  { organizationId, walletAddress, passkey }: NamedPasskey,
) {
  await ctx.db
    .deleteFrom('bff_wallet_passkey')
    .where((row) => row.and({ organization_id: organizationId, wallet_address: walletAddress.toLowerCase() }))
    .where((row) => row.and({ credential_id: passkey.credentialId, obeyed_at: null }))
    .execute()
}

/**
 * The passkeys of some wallets that the service knows, by lower-case address: the last that each obeyed, else
 * the first that its own user named for it. The named passkey counts from now on, since the wallet exists.
 */
export async function findWalletPasskeys(
  ctx: BffContext,
  organizationId: string,
  wallets: Pick<Wallet, 'address' | 'externalUserId'>[],
): Promise<Map<string, WalletPasskey>> {
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
  const found = new Map<string, WalletPasskey>()
  const unconfirmed = new Set<string>()
  for (const row of rows) {
    const address = row.wallet_address
    if (row.obeyed_at === null && row.named_by !== users.get(address)) continue
    found.set(address, passkeyOf(row))
    if (row.obeyed_at === null) unconfirmed.add(address)
    else unconfirmed.delete(address)
  }
  for (const address of unconfirmed) {
    const passkey = found.get(address)
    if (passkey !== undefined)
      await storeWalletPasskey(ctx, { organizationId, walletAddress: address, passkey })
  }
  return found
}

function passkeyOf(row: Selectable<BffTables['bff_wallet_passkey']>): WalletPasskey {
  return {
    credentialId: row.credential_id,
    qx: row.qx,
    qy: row.qy,
    rpId: row.rp_id,
    ...(row.user_handle !== null && { userHandle: row.user_handle }),
  }
}

/** The passkey that a wallet last obeyed, for its organization's administrators. */
async function findKnownPasskey(
  ctx: BffContext,
  organizationId: string,
  walletAddress: string,
): Promise<KnownPasskey> {
  const row = await ctx.db
    .selectFrom('bff_wallet_passkey')
    .select(['credential_id as credentialId', 'qx', 'qy', 'rp_id as rpId', 'created_at'])
    .where((row) => row.and({ organization_id: organizationId, wallet_address: walletAddress.toLowerCase() }))
    .where('obeyed_at', 'is not', null)
    .orderBy('obeyed_at', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  const { created_at: createdAt, ...passkey } = row
  return { ...passkey, createdAtDatetime: createdAt.toISOString() }
}

/** Coordinates are numbers (profile 2); stored as 64 lower-case digits. */
function coordinate(hex: string): string {
  return hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
}

const ofWallet = { params: z.strictObject({ address: addressSchema }) }

/** Routes for the passkey with which this deployment's widget created a wallet; `null` for wallets created elsewhere. */
export function walletPasskeyRoutes(ctx: BffContext): Route[] {
  return [
    sessionRoute(ctx)('GET', '/api/wallets/:address/passkey', ofWallet, ({ session, params }) =>
      findKnownPasskey(ctx, session.organization.id, params.address),
    ),
  ]
}

/** A path of the widget's alone: the service does not know which passkey has a key. */
export const NAME_PASSKEY = {
  method: 'POST',
  path: '/wallets/:address/passkey',
  scope: null,
  params: BAAS_ENDPOINTS.getWallet.params,
  body: widgetNamePasskeyRequestSchema,
  answer: widgetNamePasskeyResultSchema,
  summary: 'Name the passkey that a wallet obeys',
} as const satisfies Endpoint

/**
 * `POST /api/widget/wallets/:address/passkey`: stores the passkey of a wallet of this token that was created
 * elsewhere or recovered, so that the next page requests exactly that one. Grants nothing: only the key that the
 * contract obeys is accepted, and only for the token's own wallets.
 *
 * @throws WALLET_NOT_OWNED; VALIDATION_FAILED for another key or domain
 */
export const nameWalletPasskey: WidgetHandler<typeof NAME_PASSKEY> = async (asked) => {
  const { ctx, token, params, body: passkey } = asked
  const { address } = params
  await requireTokenWallet(asked, address)
  if (!(await isObeyed(asked, address, passkey))) {
    throw validationError([{ path: 'qx', message: 'is not of the key that the wallet obeys' }])
  }
  const named = { organizationId: token.organization.id, walletAddress: address, passkey }
  await storeWalletPasskey(ctx, named)
  return answer({ success: true })
}

/** Reads the wallet's details; if the service has none, computes the address of the first key. */
async function isObeyed({ ctx, token }: WidgetAsked, address: string, passkey: WalletPasskey) {
  const hash = rpIdHash(passkey.rpId)
  try {
    const call = { endpoint: BAAS_ENDPOINTS.getWallet, params: { address } }
    const { content } = await callUpstream(ctx, token.organization, call)
    const isKey = (['qx', 'qy'] as const).every(
      (name) => coordinate(content[name]) === coordinate(passkey[name]),
    )
    return isKey && content.rpIdHash.toLowerCase() === hash
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 501 && error.status !== 404)) throw error
  }
  const { content } = await callUpstream(ctx, token.organization, {
    endpoint: SPEC_ENDPOINTS.predictWallet,
    body: { qx: passkey.qx, qy: passkey.qy, rpIdHash: hash },
  })
  return sameAddress(content.address, address)
}

/** A filtered list of one person or one address is short; a service without filters is read this far. */
const PAGES_MAX = 50

/** The wallets that a token may use: its wallet, else those of its user, else none. `filter` leaves some of them. */
export async function findTokenWallets({ ctx, token }: WidgetAsked, filter: Record<string, string> = {}) {
  const { organization, walletAddress, externalUserId } = token
  if (walletAddress !== null) {
    const wallet = await findWallet(ctx, organization, { walletAddress, externalUserId }, filter)
    return wallet === undefined ? [] : [wallet]
  }
  if (externalUserId === null) return []
  const wallets: Wallet[] = []
  for await (const wallet of listWallets(ctx, organization, { ...filter, externalUserId }))
    if (wallet.externalUserId === externalUserId) wallets.push(wallet)
  return wallets
}

/** Whether a token may use the wallet at an address; reads no other wallet. */
export async function isTokenWallet({ ctx, token }: WidgetAsked, walletAddress: string): Promise<boolean> {
  const { organization, walletAddress: bound, externalUserId } = token
  const isCandidate = bound === null ? externalUserId !== null : sameAddress(bound, walletAddress)
  if (!isCandidate) return false
  return (await findWallet(ctx, organization, { walletAddress, externalUserId })) !== undefined
}

/** Returns the same for another's address and for one without a wallet. @throws WALLET_NOT_OWNED */
export async function requireTokenWallet(asked: WidgetAsked, address: string): Promise<void> {
  if (!(await isTokenWallet(asked, address))) throw bffError('WALLET_NOT_OWNED')
}

/** One wallet of the organization, of that user when named. */
export async function findWallet(
  ctx: BffContext,
  organization: Organization,
  { walletAddress, externalUserId }: { walletAddress: string; externalUserId: string | null },
  more: Record<string, string> = {},
): Promise<Wallet | undefined> {
  // Our own service finds an address by `q`; another one's search is only used where nothing else is known.
  const byAddress = externalUserId === null || !ctx.settings.hostedUpstream
  const filter = {
    ...more,
    ...(externalUserId !== null && { externalUserId }),
    ...(byAddress && { q: walletAddress }),
  }
  for await (const wallet of listWallets(ctx, organization, filter)) {
    const isOfUser = externalUserId === null || wallet.externalUserId === externalUserId
    if (isOfUser && sameAddress(wallet.address, walletAddress)) return wallet
  }
  return undefined
}

/**
 * Page by page, as far as the caller reads. The filter saves work and is never trusted: a hosted service may ignore
 * it (profile 8) or refuse it.
 */
async function* listWallets(ctx: BffContext, organization: Organization, filter: Record<string, string>) {
  const call = { endpoint: BAAS_ENDPOINTS.listWallets }
  let query: Record<string, string> | undefined = { ...filter, limit: String(PAGE_LIMIT_MAX) }
  for (let page = 0; page < PAGES_MAX && query !== undefined; page += 1) {
    const { content, headers } = await callUpstream(ctx, organization, { ...call, query }).catch(
      (error: unknown) => {
        if (ctx.settings.hostedUpstream && error instanceof HttpError && error.status === 400)
          return callUpstream(ctx, organization, call)
        throw error
      },
    )
    yield* content
    query = nextQuery(headers['link'])
  }
}
