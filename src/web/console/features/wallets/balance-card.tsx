import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import type { Balances } from '#protocol/holdings.ts'
import { Amount, TokenMark } from '#web/console/components/values.tsx'
import { ButtonLink } from '#web/console/components/button.tsx'
import { Card, EmptyState } from '#web/console/components/card.tsx'
import { Loaded, SkeletonRows } from '#web/console/components/loaded.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { tokenName } from '#web/console/lib/display-names.ts'
import { t } from '#web/ui/text.ts'
import { balancesQuery } from './wallet-requests.ts'
import { useCallContext } from '#web/console/lib/use-call-context.ts'

/** `emptyAction` for an empty balance: the sandbox mints. */
export function BalanceCard({ address, emptyAction }: { address: string; emptyAction?: ReactNode }) {
  const balances = useQuery(balancesQuery(address))
  return (
    <Card title={t('Balance')} flush>
      <Loaded
        query={balances}
        skeleton={<SkeletonRows rows={2} label={t('Loading the balance')} />}
        isEmpty={({ coins }) => !coins.some((coin) => isKnown(coin) && coin.amount !== '0')}
        empty={
          <EmptyState icon="token" title={t('No tokens yet')} action={emptyAction}>
            {t('Send tokens to this wallet’s address, and they appear here.')}
          </EmptyState>
        }
      >
        {({ coins }) => (
          <ul className="divide-y divide-line">
            {coins.filter(isWorthALine).map((coin) => (
              <CoinRow key={coin.tokenAddress} coin={coin} address={address} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

type Coin = Balances['coins'][number]

/** The chain's own coin only above zero: wallets need none, the relayer pays the gas. */
function isWorthALine(coin: Coin): boolean {
  return isKnown(coin) && (coin.amount !== '0' || !sameAddress(coin.tokenAddress, ZERO_ADDRESS))
}

/** Anyone can send a token of any name: unlisted ones must look different. */
function isKnown({ allowed }: Coin): boolean {
  return allowed !== false
}

function CoinRow({ coin, address }: { coin: Coin; address: string }) {
  const { tokens } = useCallContext()
  // Balances lack the tokens' logos.
  const known = tokens.find((token) => sameAddress(token.address, coin.tokenAddress))
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <TokenMark symbol={coin.symbol} logoUrl={known?.logoUrl} />
      <div className="mr-auto min-w-0">
        <Amount
          units={coin.amount}
          decimals={coin.decimals}
          symbol={coin.symbol}
          className="text-lg font-strong [overflow-wrap:anywhere]"
        />
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{tokenName(coin.name ?? '')}</p>
      </div>
      {known !== undefined && coin.amount !== '0' && (
        <ButtonLink
          route="POST /api/baas/transactions/execute"
          silent
          to={paths.send.href(address, { token: known.address })}
        >
          {t('Send')}
          <span className="sr-only"> {tokenName(coin.symbol)}</span>
        </ButtonLink>
      )}
    </li>
  )
}
