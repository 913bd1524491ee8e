import { useId, type ReactElement } from 'react'
import { formatUnits } from '#protocol/money.ts'
import { tokenSymbol } from '#web/console/lib/display.ts'
import { formatExact, t } from '#web/ui/text.ts'
import { CopyButton } from './copy-button.tsx'

type AmountButtonProps = {
  /** Base units as a decimal string. */
  units: string
  /** Null if the token reports no decimals. The amount is then in base units. */
  decimals: number | null
  symbol: string
  className?: string
}

/** An amount in human units. Pressing it shows the exact base units. */
export function AmountButton({ units, decimals, symbol, className = '' }: AmountButtonProps): ReactElement {
  const id = useId()
  const shownSymbol = tokenSymbol(symbol)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={t('Show the exact amount in base units')}
        className={`relative z-10 rounded-sm text-left decoration-line-strong [overflow-wrap:anywhere] decoration-dotted underline-offset-4 hover:underline ${className}`}
      >
        <span className="tabular-nums">{formatExact(formatUnits(units, decimals ?? 0))}</span>{' '}
        <span className="text-muted">
          {decimals === null ? t('base units of {symbol}', { symbol: shownSymbol }) : shownSymbol}
        </span>
      </button>
      <span
        popover="auto"
        id={id}
        className="popover-beside max-w-80 rounded-md border border-line bg-raised p-3 text-left text-sm font-normal tracking-normal text-ink shadow-lg"
      >
        <span className="block text-muted">
          {decimals === null
            ? t('Exact amount in base units: the token’s decimals are unknown')
            : t('Exact amount in base units ({decimals, plural, one {# decimal} other {# decimals}})', {
                decimals,
              })}
        </span>
        <span className="flex items-center gap-1">
          <span className="font-mono break-all">{units}</span>
          <CopyButton text={units} what={t('exact amount')} />
        </span>
      </span>
    </>
  )
}
