import { sameAddress } from '#protocol/display/address.ts'
import type { CallKind, DescribedCall, Field, Described } from '#protocol/display/call-description.ts'
import { bytesFromHex } from '#protocol/signing/hex.ts'
import { addressField, amountField, hexField, tokenAt } from './call-fields.ts'
import type { Move, Quantity } from './effect.ts'
import { recipientWarnings, tokenWarnings } from './send.ts'

/** The description of a move of the wallet's or another holder's tokens, with its warnings. */
export function describeMove(kind: CallKind, move: Move, call: DescribedCall): Described {
  const { token, what, from, to, data = '0x' } = move
  const isOwn = sameAddress(from, call.walletAddress)
  // Every screen already names the wallet as the sender of coins.
  const namesHolder = !isOwn || what.is === 'item' || what.is === 'items'
  return {
    kind,
    effects: [move],
    fields: [
      ...quantityFields(what, token, call),
      ...(namesHolder ? [addressField('from', from, call)] : []),
      addressField('to', to, call),
      addressField('token', token, call),
      ...(data === '0x' ? [] : [hexField('data', bytesFromHex(data))]),
    ],
    warnings: [
      ...(what.is === 'number' ? ['ambiguous-token' as const] : []),
      ...(isOwn ? [] : ['from-other-account' as const]),
      ...recipientWarnings(move, call),
      ...tokenWarnings(token, call),
    ],
  }
}

/** Fields for the quantity of a token, as far as its kind is known. */
export function quantityFields(
  what: Quantity,
  token: string,
  call: DescribedCall,
  unlimited = false,
): Field[] {
  switch (what.is) {
    case 'coins':
      return [amountField('amount', what.units, tokenAt(token, call), unlimited)]
    case 'number':
      return [{ label: 'number', value: { kind: 'number', text: what.text } }]
    case 'item': {
      const id: Field = { label: 'tokenId', value: { kind: 'number', text: what.id } }
      // Units of a token ID are a count. An ERC-1155 token has no decimals and so no base units.
      return what.units === undefined
        ? [id]
        : [id, { label: 'amount', value: { kind: 'item', tokenId: what.id, units: what.units } }]
    }
    case 'items':
      return [{ label: 'items', value: { kind: 'items', items: what.items } }]
    case 'all':
      return []
  }
}
