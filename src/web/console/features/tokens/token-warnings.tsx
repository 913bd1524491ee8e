import type { ReactElement } from 'react'
import { sameAddress } from '#protocol/display/address.ts'
import { toSkeleton } from '#protocol/display/look-alike.ts'
import { harmlessText } from '#protocol/display/text.ts'
import type { AllowedToken, InspectedToken } from '#protocol/tokens.ts'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Notice } from '#web/console/components/notice.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { t } from '#web/ui/text.ts'
import { harmlessSymbol } from './token-requests.ts'

const DECIMALS_USUAL_MAX = 18

/** A warning about a token. `imitated` is the allowed token that it resembles. */
type TokenWarning =
  | {
      code: 'no-contract' | 'no-token' | 'early-collection' | 'hidden-text' | 'mixed-scripts' | 'no-decimals'
    }
  | { code: 'whole-units' | 'many-decimals'; decimals: number }
  | { code: 'look-alike'; imitated: AllowedToken }

/** All warnings about a token, from the data of its contract. An allowed token has none. */
export function tokenWarnings(token: InspectedToken, allowed: readonly AllowedToken[]): TokenWarning[] {
  if (!token.isContract) return [{ code: 'no-contract' }]
  if (allowed.some(({ address }) => sameAddress(address, token.address))) return []
  const imitated = allowed.find((known) => canBeTakenFor(token, known))
  return [
    ...(imitated === undefined ? [] : [{ code: 'look-alike' as const, imitated }]),
    ...(token.hasHiddenText ? [{ code: 'hidden-text' as const }] : []),
    ...(isMixed(token.name) || isMixed(token.symbol) ? [{ code: 'mixed-scripts' as const }] : []),
    ...(token.standard === null ? [{ code: standardWarning(token) }] : decimalsWarnings(token)),
  ]
}

/**
 * Whether people could mistake the token for an allowed one. Compares its symbol and its name with both the symbol
 * and the name of the allowed token.
 */
function canBeTakenFor(token: InspectedToken, known: AllowedToken): boolean {
  const claimed = [token.symbol, token.name]
    .map((text) => toSkeleton(text ?? ''))
    .filter((text) => text !== '')
  return [known.symbol, known.name].some((text) => claimed.includes(toSkeleton(text)))
}

function isMixed(text: string | null): boolean {
  return harmlessText(text ?? '', 200).mixedScript
}

function standardWarning({ isEarlyCollection }: InspectedToken) {
  return isEarlyCollection === true ? ('early-collection' as const) : ('no-token' as const)
}

function decimalsWarnings({ standard, decimals }: InspectedToken): TokenWarning[] {
  if (standard !== 'erc20') return []
  if (decimals === null) return [{ code: 'no-decimals' }]
  if (decimals === 0) return [{ code: 'whole-units', decimals }]
  return decimals > DECIMALS_USUAL_MAX ? [{ code: 'many-decimals', decimals }] : []
}

/** Warnings about a token, each with its meaning for the reader. */
export function TokenWarningList({ warnings }: { warnings: readonly TokenWarning[] }): ReactElement[] {
  return warnings.map((warning) => {
    const [title, text] = describeWarning(warning)
    const isGrave = warning.code === 'look-alike' || warning.code === 'no-contract'
    return (
      <Notice key={warning.code} tone={isGrave ? 'danger' : 'warning'} title={title}>
        {text}
        {warning.code === 'look-alike' && (
          <span className="mt-1 block">
            <HexText value={checksum(warning.imitated.address)} what={t('address of the allowed token')} />
          </span>
        )}
      </Notice>
    )
  })
}

function describeWarning(warning: TokenWarning): [title: string, text: string] {
  const symbol = 'imitated' in warning ? harmlessSymbol(warning.imitated) : ''
  const decimals = 'decimals' in warning ? warning.decimals : 0
  const words: Record<TokenWarning['code'], [string, string]> = {
    'look-alike': [
      t('Looks like {symbol}, but is not', { symbol }),
      t('Its name or symbol resembles an allowed token at another address:'),
    ],
    'no-contract': [
      t('No contract at this address'),
      t('There is no contract at this address. Calls to it do nothing.'),
    ],
    'no-token': [t('This may not be a token'), t('The contract does not match any known token standard.')],
    'early-collection': [
      t('A collection older than ERC-721'),
      t('Its transfers take the number of an NFT, not an amount. It cannot be listed or sent from here.'),
    ],
    'hidden-text': [
      t('Hidden characters in its name'),
      t('They are not displayed here. Legitimate tokens have none.'),
    ],
    'mixed-scripts': [
      t('Mixed alphabets'),
      t('Its name or symbol mixes letters of different alphabets, as look-alikes do.'),
    ],
    'no-decimals': [
      t('Decimals are missing'),
      t('The contract does not report its decimals, so amounts cannot be displayed reliably.'),
    ],
    'whole-units': [t('Unusual decimals'), t('It has no decimals: amounts are whole numbers.')],
    'many-decimals': [
      t('Unusual decimals'),
      t('It has {decimals} decimals; tokens usually have at most 18. Check every amount twice.', {
        decimals,
      }),
    ],
  }
  return words[warning.code]
}
