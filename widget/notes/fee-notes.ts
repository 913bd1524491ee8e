import { sameAddress } from '#protocol/display/address.ts'
import { hasSuspiciousText } from '#protocol/effects/call-fields.ts'
import { WidgetError } from '#widget/errors.ts'
import type { HasInput } from '#widget/flows/send-parts.ts'
import type { Confirmation } from '#widget/flows/send-screens.ts'
import type { FeeNote } from './notes.ts'

/**
 * Notes on the fee. `max-fee` is the page's maximum, in base units of the fee token.
 *
 * @throws WidgetError `CALL_MISMATCH` if the fee is above it, or `CONFIGURATION` if the maximum is not a
 * number
 */
export function feeNotes({ input }: HasInput<'attribute'>, { fee, description }: Confirmation): FeeNote[] {
  const most = input.attribute?.('max-fee')
  if (most !== undefined && (fee?.units ?? 0n) > BigInt(most))
    throw new WidgetError('CALL_MISMATCH', { detail: 'max-fee' })
  if (fee === null) return []
  const sent = description.effects.flatMap((effect) =>
    effect.does === 'move' && effect.what.is === 'coins' && sameAddress(effect.token, fee.tokenAddress)
      ? [BigInt(effect.what.units)]
      : [],
  )
  const isLarge = sent.length > 0 && fee.units > sent.reduce((sum, units) => sum + units, 0n)
  const isSuspicious = fee.coin?.listed === true && hasSuspiciousText(fee.coin)
  return [...(isLarge ? (['large'] as const) : []), ...(isSuspicious ? (['suspicious'] as const) : [])]
}
