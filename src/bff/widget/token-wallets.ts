import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import { bffError } from '#bff/http/exchange.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'
import type { WidgetAsked } from './widget-token.ts'

/** Maximum pages read from a service without filters. A filtered list of one person or address is short. */
const PAGES_MAX = 50

/** Returns the wallets that a token may use: its own wallet, or those of its user. `filter` narrows the list. */
export async function findTokenWallets(
  { ctx, token }: WidgetAsked<CallsService & HasDatabase>,
  filter: Record<string, string> = {},
): Promise<
  {
    id: string
    address: string
    label: string
    externalUserId: string
    externalUserLabel: string
    createdAtDatetime: string
  }[]
> {
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

/** Whether a token may use the wallet at an address. Reads no other wallet. */
export async function isTokenWallet(
  { ctx, token }: WidgetAsked<CallsService & HasDatabase>,
  walletAddress: string,
): Promise<boolean> {
  const { organization, walletAddress: bound, externalUserId } = token
  const isCandidate = bound === null ? externalUserId !== null : sameAddress(bound, walletAddress)
  if (!isCandidate) return false
  return (await findWallet(ctx, organization, { walletAddress, externalUserId })) !== undefined
}

/**
 * Requires that a token may use the wallet at an address.
 *
 * @throws WALLET_NOT_OWNED, both for another user's wallet and for an address without a wallet
 */
export async function requireTokenWallet(
  asked: WidgetAsked<CallsService & HasDatabase>,
  address: string,
): Promise<void> {
  if (!(await isTokenWallet(asked, address))) throw bffError('WALLET_NOT_OWNED')
}

/** Finds a wallet of the organization, or of the given user. */
export async function findWallet(
  ctx: CallsService,
  organization: Organization,
  { walletAddress, externalUserId }: { walletAddress: string; externalUserId: string | null },
  more: Record<string, string> = {},
): Promise<Wallet | undefined> {
  // Latchkey's own service finds an address by `q`. The search of another service is only a fallback.
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
 * Reads page by page, as far as the caller consumes. The filter only saves work and is never trusted, because a
 * hosted service may ignore or refuse it (profile 8).
 */
async function* listWallets(ctx: CallsService, organization: Organization, filter: Record<string, string>) {
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
