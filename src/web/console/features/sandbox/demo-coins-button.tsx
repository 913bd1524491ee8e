import { useMutation } from '@tanstack/react-query'
import { parseUnits } from '#protocol/money.ts'
import { Button } from '#web/console/components/button.tsx'
import { describeProblem } from '#web/console/lib/describe-problem.ts'
import { tokenSymbol } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { requestDemoCoins } from './sandbox-requests.ts'

const COINS = '100'

type DemoCoinsButtonProps = {
  walletAddress: string
  token: { address: string; symbol: string; decimals: number }
  tone?: 'primary' | 'secondary'
  /** Settles when the coins are visible. */
  onMinted: () => Promise<void>
}

/** Mints free coins, and is pending until they are visible. */
export function DemoCoinsButton({
  walletAddress,
  token,
  tone = 'secondary',
  onMinted,
}: DemoCoinsButtonProps) {
  const mint = useMutation({
    mutationFn: async () => {
      const amount = parseUnits(COINS, token.decimals).toString()
      await requestDemoCoins({ token: token.address, to: walletAddress, amount })
      await onMinted()
    },
  })
  const symbol = tokenSymbol(token.symbol)
  return (
    <span className="inline-flex max-w-full flex-col items-start gap-1">
      <Button
        className="max-w-full overflow-hidden"
        icon="drop"
        tone={tone}
        pending={mint.isPending}
        onClick={() => mint.mutate()}
      >
        <span className="min-w-0 truncate">{t('Get {amount} {symbol}', { amount: COINS, symbol })}</span>
      </Button>
      <span role="status" className="text-sm text-danger">
        {mint.isError ? describeProblem(mint.error).detail : ''}
      </span>
    </span>
  )
}
