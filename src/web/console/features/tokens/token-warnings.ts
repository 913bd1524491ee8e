import type { AllowedToken } from '#protocol/baas/tokens.ts'
import type { InspectedToken } from '#protocol/org/tokens.ts'
import { sameAddress } from '#protocol/display/address.ts'
import { skeletonOf } from '#protocol/display/look-alike.ts'
import { harmlessText } from '#protocol/display/text.ts'

const DECIMALS_USUAL_MAX = 18
const LENGTH_MAX = 200

/** What speaks against a token. `imitated` is the allowed token that it can be taken for. */
export type TokenWarning =
  | { code: 'no-contract' | 'no-token' | 'hidden-text' | 'mixed-scripts' | 'no-decimals' }
  | { code: 'whole-units' | 'many-decimals'; decimals: number }
  | { code: 'look-alike'; imitated: AllowedToken }

/** Everything that speaks against a token, from what its contract says of itself. Nothing for one that is allowed. */
export function tokenWarnings(token: InspectedToken, allowed: readonly AllowedToken[]): TokenWarning[] {
  if (!token.isContract) return [{ code: 'no-contract' }]
  if (allowed.some(({ address }) => sameAddress(address, token.address))) return []
  const imitated = allowed.find((known) => canBeTakenFor(token, known))
  return [
    ...(imitated === undefined ? [] : [{ code: 'look-alike' as const, imitated }]),
    ...(token.hasHiddenText ? [{ code: 'hidden-text' as const }] : []),
    ...(isMixed(token.name) || isMixed(token.symbol) ? [{ code: 'mixed-scripts' as const }] : []),
    ...(token.standard === null ? [{ code: 'no-token' as const }] : decimalsWarnings(token)),
  ]
}

/** A reader knows a token by its symbol or its name: either of them, taken for either of the other's. */
function canBeTakenFor(token: InspectedToken, known: AllowedToken): boolean {
  const claimed = [token.symbol, token.name]
    .map((text) => skeletonOf(text ?? ''))
    .filter((text) => text !== '')
  return [known.symbol, known.name].some((text) => claimed.includes(skeletonOf(text)))
}

function isMixed(text: string | null): boolean {
  return harmlessText(text ?? '', LENGTH_MAX).mixedScript
}

function decimalsWarnings({ standard, decimals }: InspectedToken): TokenWarning[] {
  if (standard !== 'erc20') return []
  if (decimals === null) return [{ code: 'no-decimals' }]
  if (decimals === 0) return [{ code: 'whole-units', decimals }]
  return decimals > DECIMALS_USUAL_MAX ? [{ code: 'many-decimals', decimals }] : []
}
