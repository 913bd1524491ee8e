import { sameAddress } from '#protocol/display/address.ts'
import type { CallDescription } from '#protocol/display/call-description.ts'
import type { Grant, Quantity } from '#protocol/effects/effect.ts'
import { describeGrant } from '#protocol/effects/grant.ts'
import { UINT256_END } from '#protocol/signing/word.ts'
import type { Signer, Validity } from './message-reading.ts'
import { readValidity } from './read-validity.ts'
import {
  describeSigned,
  isListedCoin,
  structsAt,
  textAt,
  toCall,
  type Enabled,
  type Signed,
} from './signed-struct.ts'
import type { StructValue } from './typed-data.ts'

type Granted = Extract<Quantity, { is: 'coins' | 'item' | 'all' }>

/**
 * A token's own permit (EIP-2612, DAI). A permit of zero units is a revocation only for a listed coin. For an unknown
 * token, its effect is unknown.
 */
export function readTokenPermit({ struct, message, contract, signer }: Signed): Enabled | undefined {
  const isDai = struct === 'dai-permit'
  if (!sameAddress(textAt(message, isDai ? 'holder' : 'owner'), signer.walletAddress)) return undefined
  // DAI's permit allows either everything or nothing.
  const all = textAt(message, isDai ? 'allowed' : 'value') === 'true' ? String(UINT256_END - 1n) : '0'
  const units = isDai ? all : textAt(message, 'value')
  if (units === '0' && !isListedCoin(contract, signer)) return undefined
  const grant = toGrant(contract, { is: 'coins', units }, textAt(message, 'spender'))
  // The permit's deadline limits only the use of the signature. The allowance stays until it is revoked.
  return permission([grant], signer, { canRevoke: true, validity: {} })
}

/**
 * An allowance that Permit2 itself stores. An allowance of zero is a revocation, for any token. Undefined for an
 * empty list.
 */
export function readAllowances({ message, signer }: Signed): Enabled | undefined {
  const to = textAt(message, 'spender')
  const items = structsAt(message, 'details')
  const last = items.reduce((latest, item) => pickLater(latest, textAt(item, 'expiration')), '0')
  const grants = items.map((item) => readCoins(item, to))
  return permission(grants, signer, { canRevoke: true, validity: readValidity('0', last) })
}

/**
 * A transfer by Permit2. The spender may read a witness in any way. A transfer of zero units only proves the signer
 * to the spender. The effects of both are unknown. Undefined for an empty list.
 */
export function readTransfers({ struct, message, signer }: Signed): Enabled | undefined {
  const to = textAt(message, 'spender')
  const grants = structsAt(message, 'permitted').map((item) => readCoins(item, to))
  const validity = readValidity('0', textAt(message, 'deadline'))
  return permission(grants, signer, { hasUnread: struct === 'permit2-witness', validity })
}

/**
 * An order of Seaport, which gives at most what it offers. Undefined for an empty offer and for another
 * account's order.
 */
export function readOrder({ message, contract, signer }: Signed): Enabled | undefined {
  if (!sameAddress(textAt(message, 'offerer'), signer.walletAddress)) return undefined
  const grants: Grant[] = []
  for (const item of structsAt(message, 'offer')) {
    const what = offeredIn(item)
    if (what === undefined) return undefined
    grants.push(toGrant(textAt(item, 'token'), what, contract))
  }
  const validity = readValidity(textAt(message, 'startTime'), textAt(message, 'endTime'))
  return permission(grants, signer, { validity })
}

function pickLater(one: string, other: string): string {
  return BigInt(one) > BigInt(other) ? one : other
}

/** Reads an offered item by its type. Undefined for a type that Seaport does not have. */
function offeredIn(item: StructValue): Granted | undefined {
  const id = textAt(item, 'identifierOrCriteria')
  // An amount that changes while an order is valid counts at its maximum.
  const [start, end] = [textAt(item, 'startAmount'), textAt(item, 'endAmount')]
  const units = BigInt(start) > BigInt(end) ? start : end
  const types: Readonly<Record<string, Granted>> = {
    '0': { is: 'coins', units },
    '1': { is: 'coins', units },
    '2': { is: 'item', id },
    '3': { is: 'item', id, units },
    '4': { is: 'all' },
    '5': { is: 'all' },
  }
  return types[textAt(item, 'itemType')]
}

function readCoins(item: StructValue, to: string): Grant {
  return toGrant(textAt(item, 'token'), { is: 'coins', units: textAt(item, 'amount') }, to)
}

function toGrant(token: string, what: Granted, to: string): Grant {
  return { does: 'grant', token, what, to, sets: 'to' }
}

/** `canRevoke`: a permission of zero is a revocation. `validity`: the validity of the permission that ends last. */
type PermissionFacts = { canRevoke?: boolean; hasUnread?: boolean; validity: Validity }

/** Describes grants as approvals of the same tokens. Each is a danger, unless it revokes. */
function permission(
  grants: readonly Grant[],
  signer: Signer,
  { canRevoke = false, hasUnread = false, validity }: PermissionFacts,
): Enabled | undefined {
  if (grants.length === 0) return undefined
  const gives = !grants.every(isOfNothing)
  const isUnread = hasUnread || (!gives && !canRevoke)
  return {
    kind: 'permission',
    permissions: grants.map((grant) => describePermission(grant, signer, canRevoke && isOfNothing(grant))),
    ...(gives && { validity }),
    warnings: [...(gives ? ['gives' as const] : []), ...(isUnread ? ['unread' as const] : [])],
  }
}

function isOfNothing({ what }: Grant): boolean {
  return what.is === 'coins' && what.units === '0'
}

const KINDS = { coins: 'erc20-approve', item: 'erc721-approve', all: 'set-approval-for-all' } as const

function describePermission(grant: Grant, signer: Signer, revokes: boolean): CallDescription {
  const { token, what } = grant
  const kind = what.is === 'item' || what.is === 'all' ? KINDS[what.is] : KINDS.coins
  const described = describeGrant(kind, { ...grant, sets: revokes ? 'nothing' : 'to' }, toCall(token, signer))
  return describeSigned(described, signer, revokes ? 'none' : 'danger')
}
