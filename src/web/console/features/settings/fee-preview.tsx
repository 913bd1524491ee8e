import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { ResolvedToken } from '#protocol/baas/tokens.ts'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import { tokenSymbol } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { coinOf, feeUnits, type FeeFormValues } from './fee-form-values.ts'

const MANY = 100n

type FeePreviewProps = { form: UseFormReturn<FeeFormValues>; coins: readonly ResolvedToken[] }

/** The typed fee's effect on wallets and on the organization. */
export function FeePreview({ form, coins }: FeePreviewProps) {
  const [charges, tokenAddress, amount] = useWatch({
    control: form.control,
    name: ['charges', 'tokenAddress', 'amount'],
  })
  const lines = charges === 'no' ? freeLines() : chargedLines(amount, coinOf(coins, tokenAddress))
  if (lines === null) return null
  return (
    <section
      aria-label={t('What this means')}
      className="rounded-md border border-line bg-canvas p-3 text-sm"
    >
      <h3 className="font-medium">{t('What this means')}</h3>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function freeLines(): string[] {
  return [
    t('Creating a wallet costs nothing, and the new wallet needs no balance.'),
    t('A transaction costs the wallet nothing. You pay its gas.'),
  ]
}

function chargedLines(amount: string, coin: ResolvedToken | undefined): string[] | null {
  const units = coin && feeUnits(amount, coin)
  if (coin === undefined || units === undefined || units === 0n) return null
  const text = (of: bigint) => `${groupDigits(formatUnits(of, coin.decimals))} ${tokenSymbol(coin.symbol)}`
  return [
    t(
      'Creating a wallet costs nothing, but is refused until the new wallet’s address holds {fee}: enough for its first transaction.',
      { fee: text(units) },
    ),
    t('Each transaction costs the wallet {fee}, charged with the call and only if it succeeds.', {
      fee: text(units),
    }),
    t('You receive {fee} for {count} transactions. You still pay the gas.', {
      count: String(MANY),
      fee: text(MANY * units),
    }),
  ]
}
