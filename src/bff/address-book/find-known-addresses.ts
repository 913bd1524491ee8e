import type { CallsService, HasDatabase } from '#bff/context-parts.ts'
import type { Organization } from '#bff/ports.ts'
import { callUpstream } from '#bff/upstream/call-upstream.ts'
import { lookUpAddresses } from '#bff/upstream/look-up-addresses.ts'
import type {
  KnownAddress,
  KnownAddresses,
  LookUpAddressesRequest,
  NamedAddress,
} from '#protocol/addresses.ts'
import { checksumAddress, sameAddress } from '#protocol/display/address.ts'
import { findLookAlike } from '#protocol/display/lookalike-address.ts'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { readSavedLookAlikes } from './saved-look-alikes.ts'

/**
 * Finds names, look-alikes and the last use of addresses in everything that the organization knows: its address
 * book, its wallets and the tokens of its allowlist. Only members may call it.
 */
export async function findKnownAddresses(
  ctx: CallsService & HasDatabase,
  organization: Organization,
  body: LookUpAddressesRequest,
): Promise<KnownAddresses> {
  const [saved, { content: listed }, found] = await Promise.all([
    readSavedLookAlikes(ctx, organization.id, body.addresses),
    callUpstream(ctx, organization, { endpoint: BAAS_ENDPOINTS.listAllowedTokens }),
    lookUpAddresses(ctx, organization, body),
  ])
  const book = saved.map(({ address, label }) => named('book', address, label))
  const tokens = listed.map(({ address, symbol }) => named('token', address, symbol))
  return {
    wallets: found.areWalletsChecked ? 'checked' : 'unknown',
    ...(found.isWholeHistory !== undefined && { isWholeHistory: found.isWholeHistory }),
    addresses: found.addresses.map((facts): KnownAddress => {
      const { address, wallet, looksLikeWallet, lastUsedAtDatetime, looksLikeUsed } = facts
      const wallets = [wallet, looksLikeWallet].flatMap((one) =>
        one === null ? [] : [named('wallet', one.address, one.label)],
      )
      const all = [...book, ...wallets, ...tokens]
      const known = all.find((one) => sameAddress(one.address, address)) ?? null
      const isVouchedFor = known?.from === 'book'
      // An address that the wallet has used is not a new imitation of another used address.
      const used = lastUsedAtDatetime === null && looksLikeUsed ? usedAddress(looksLikeUsed) : null
      return {
        address: checksumAddress(address),
        known,
        looksLike: isVouchedFor ? null : (findLookAlike(address, all) ?? used),
        ...(lastUsedAtDatetime !== undefined && { lastUsedAtDatetime }),
      }
    }),
  }
}

function named(from: NamedAddress['from'], address: string, name: string): NamedAddress {
  return { address: checksumAddress(address), name, from }
}

const usedAddress = (address: string) => ({ address, name: '', from: 'used' as const })
