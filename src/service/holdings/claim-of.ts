import type { Address } from 'viem'
import { ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { ClaimKind } from './tables.ts'
import type { TokenEvent } from './token-events.ts'

/** What may be so; `item` is a token id, a spender or an operator. `open`: as far as this event tells. */
export type Claim = { kind: ClaimKind; token: Address; item: string; open: boolean }

/** What an event lets suppose of a wallet that it names. */
export function claimOf(event: TokenEvent, wallet: Address): Claim {
  const { token, to } = event
  if (event.kind === 'operator') return { kind: 'operator', token, item: to, open: event.approved ?? true }
  const tokenId = String(event.tokenId ?? '')
  if (event.kind === 'approval') {
    return event.standard === 'erc721'
      ? { kind: 'itemApproval', token, item: tokenId, open: to !== ZERO_ADDRESS }
      : { kind: 'allowance', token, item: to, open: event.amount !== 0n }
  }
  if (event.standard === 'erc721') return { kind: 'collectible', token, item: tokenId, open: to === wallet }
  // Of what is divisible some may be left.
  if (event.standard === 'erc1155') return { kind: 'multiToken', token, item: tokenId, open: true }
  return { kind: 'coin', token, item: '', open: true }
}
