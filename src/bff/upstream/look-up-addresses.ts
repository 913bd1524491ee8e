import type { CallsService } from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import type { LookUpAddressesRequest, LookUpAddressesResult } from '#protocol/addresses.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { findLookAlike } from '#protocol/display/lookalike-address.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { PAGE_LIMIT_MAX } from '#protocol/limits.ts'
import type { Wallet } from '#protocol/wallets.ts'
import { HttpError } from '#server-kit/http/http-error.ts'
import { nextQuery } from '#server-kit/http/next-query.ts'
import { callUpstream } from './call-upstream.ts'

/** `areWalletsChecked` is true if each address was compared with every wallet of the organization. */
type LookedUp = LookUpAddressesResult & { areWalletsChecked: boolean }

/** Maximum wallets read one by one from a service without the lookup. Further wallets get no name. */
const NAMES_MAX = 20

/**
 * Returns the service's facts about addresses, or as many as a hosted service without that endpoint can supply
 * (ADR 0003).
 */
export async function lookUpAddresses(
  ctx: CallsService,
  organization: Organization,
  body: LookUpAddressesRequest,
): Promise<LookedUp> {
  try {
    const call = { endpoint: BAAS_ENDPOINTS.lookUpAddresses, body }
    const { content } = await callUpstream(ctx, organization, call)
    return { ...content, areWalletsChecked: true }
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'UPSTREAM_LACKS') throw error
    return lookUpInList(ctx, organization, body.addresses)
  }
}

/**
 * Compares the addresses with every wallet if the list fits on one page. In a longer list, finds only wallets at
 * exactly these addresses.
 */
async function lookUpInList(
  ctx: CallsService,
  organization: Organization,
  addresses: readonly string[],
): Promise<LookedUp> {
  const { wallets, isWhole } = await readWallets(ctx, organization, { limit: String(PAGE_LIMIT_MAX) })
  const isAt = (address: string) => (wallet: Wallet) => sameAddress(wallet.address, address)
  const others = isWhole ? [] : addresses.filter((address) => !wallets.some(isAt(address)))
  const searched = await Promise.all(
    others
      .slice(0, NAMES_MAX)
      .map((q) => readWallets(ctx, organization, { q, limit: String(PAGE_LIMIT_MAX) })),
  )
  const known = [...wallets, ...searched.flatMap((found) => found.wallets)]
  return {
    areWalletsChecked: isWhole,
    addresses: addresses.map((address) => ({
      address,
      wallet: named(known.find(isAt(address))),
      looksLikeWallet: named(findLookAlike(address, known)),
    })),
  }
}

function named(wallet: Wallet | undefined) {
  return wallet === undefined ? null : { address: wallet.address, label: wallet.label }
}

/**
 * Reads one page. A service may refuse or ignore the fields of the query. If it ignores them, it returns
 * everything.
 */
async function readWallets(ctx: CallsService, organization: Organization, query: Record<string, string>) {
  const endpoint = BAAS_ENDPOINTS.listWallets
  const { content, headers } = await callUpstream(ctx, organization, { endpoint, query }).catch(
    (error: unknown) => {
      if (error instanceof HttpError && error.status === 400)
        return callUpstream(ctx, organization, { endpoint })
      throw error
    },
  )
  // A full page without a link may be the first of several.
  const isWhole = nextQuery(headers['link']) === undefined && content.length !== PAGE_LIMIT_MAX
  return { wallets: content, isWhole }
}
