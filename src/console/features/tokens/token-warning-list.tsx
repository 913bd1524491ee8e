import { HexText } from '#console/components/hex-text.tsx'
import { Notice } from '#console/components/notice.tsx'
import { checksum } from '#console/lib/address-input.ts'
import { t } from '#console/lib/text.ts'
import { harmlessSymbol } from './token-names.ts'
import type { TokenWarning } from './token-warnings.ts'

/** What speaks against a token, each with what it means for the reader. */
export function TokenWarningList({ warnings }: { warnings: readonly TokenWarning[] }) {
  return warnings.map((warning) => (
    <Notice key={warning.code} tone={toneOf(warning)} title={titleOf(warning)}>
      {textOf(warning)}
      {warning.code === 'look-alike' && (
        <span className="mt-1 block">
          <HexText value={checksum(warning.imitated.address)} what={t('address of the allowed token')} />
        </span>
      )}
    </Notice>
  ))
}

function toneOf({ code }: TokenWarning): 'warning' | 'danger' {
  return code === 'look-alike' || code === 'no-contract' ? 'danger' : 'warning'
}

function titleOf(warning: TokenWarning): string {
  switch (warning.code) {
    case 'look-alike':
      return t('Looks like {symbol}, and is not', { symbol: harmlessSymbol(warning.imitated) })
    case 'no-contract':
      return t('Nothing is at this address')
    case 'no-token':
      return t('This may be no token')
    case 'hidden-text':
      return t('Hidden characters in its name')
    case 'mixed-scripts':
      return t('Letters of several scripts')
    case 'no-decimals':
      return t('Decimals are missing')
    case 'whole-units':
    case 'many-decimals':
      return t('Unusual decimals')
  }
}

function textOf(warning: TokenWarning): string {
  switch (warning.code) {
    case 'look-alike':
      return t('Its name or symbol reads like that of an allowed token at another address:')
    case 'no-contract':
      return t('There is no contract. What is sent to such a token does nothing.')
    case 'no-token':
      return t('The contract answers like no token that is known here.')
    case 'hidden-text':
      return t('They were taken out of what you see here. Honest tokens have none.')
    case 'mixed-scripts':
      return t('Its name or symbol mixes letters that no language mixes, as imitations do.')
    case 'no-decimals':
      return t('The contract does not say how many decimals it has, so amounts could only be guessed.')
    case 'whole-units':
      return t('It has no decimals: amounts are whole numbers.')
    case 'many-decimals':
      return t('It has {decimals} decimals; coins have 18 at most, as a rule. Check every amount twice.', {
        decimals: warning.decimals,
      })
  }
}
