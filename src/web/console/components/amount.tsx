import { useId } from 'react'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import { tokenSymbol } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { CopyButton } from './copy-button.tsx'

type AmountProps = {
  /** Base units, a decimal string. */
  units: string
  decimals: number
  symbol: string
  className?: string
}

/** An amount in human form; pressing it shows the exact number of base units. */
export function Amount({ units, decimals, symbol, className = '' }: AmountProps) {
  const id = useId()
  const shownSymbol = tokenSymbol(symbol)
  const human = groupDigits(formatUnits(units, decimals))
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={t('Show the exact amount in base units')}
        className={`relative z-10 rounded-sm text-left decoration-line-strong [overflow-wrap:anywhere] decoration-dotted underline-offset-4 hover:underline ${className}`}
      >
        <span className="tabular-nums">{human}</span> <span className="text-muted">{shownSymbol}</span>
      </button>
      <span
        popover="auto"
        id={id}
        className="popover-beside max-w-80 rounded-md border border-line bg-raised p-3 text-left text-sm font-normal tracking-normal text-ink shadow-lg"
      >
        <span className="block text-muted">
          {t('Exact amount in base units ({decimals, plural, one {# decimal} other {# decimals}})', {
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
