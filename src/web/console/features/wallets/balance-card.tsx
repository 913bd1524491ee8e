import type { ReactNode, ReactElement } from 'react'
import { sameAddress, ZERO_ADDRESS } from '#protocol/display/address.ts'
import { EXECUTE_ENDPOINTS } from '#protocol/execute-transaction.ts'
import type { Balances } from '#protocol/holdings.ts'
import { AmountButton } from '#web/console/components/amount-button.tsx'
import { ButtonLink, TextLink } from '#web/console/components/button.tsx'
import { Card, EmptyState, SkeletonRows } from '#web/console/components/card.tsx'
import { useItemsFile } from '#web/console/components/export-files.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { ListMenu } from '#web/console/components/table-menu.tsx'
import { TokenMark } from '#web/console/components/token-mark.tsx'
import { useCallContext } from '#web/console/lib/calls.ts'
import { tokenName } from '#web/console/lib/display.ts'
import { useLiveQuery } from '#web/console/lib/live-events.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { balancesQuery } from './wallet-requests.ts'

type BalanceCardProps = {
  address: string
  /** Mints tokens in the sandbox. Stays in place when the first tokens arrive. */
  faucet?: ReactNode
}

/** ERC-20 tokens of a wallet. Its NFTs are in `CollectiblesCard`. */
export function BalanceCard({ address, faucet }: BalanceCardProps): ReactElement {
  const balances = useLiveQuery(balancesQuery(address))
  const coins = balances.data?.coins.filter(isWorthALine) ?? []
  const file = useItemsFile('balance', coins)
  return (
    <Card title={t('Balance')} actions={<ListMenu rows={coins.length} files={file} />} flush>
      <Loaded
        query={balances}
        skeleton={<SkeletonRows rows={2} label={t('Loading the balance')} />}
        isEmpty={(holdings) => !hasCoins(holdings) && !hasItems(holdings) && countHidden(holdings) === 0}
        empty={
          <EmptyState
            icon="token"
            title={areItemsRead(balances.data) ? t('No tokens yet') : t('No ERC-20 tokens yet')}
          >
            {t('Send tokens to this wallet’s address, and they appear here.')}
          </EmptyState>
        }
      >
        {(holdings) => (
          <>
            {hasCoins(holdings) ? (
              <ul className="divide-y divide-line">
                {holdings.coins.filter(isWorthALine).map((coin) => (
                  <CoinRow key={coin.tokenAddress} coin={coin} address={address} />
                ))}
              </ul>
            ) : (
              <p className="px-4 py-3 text-muted">{t('No ERC-20 tokens from your list')}</p>
            )}
            <HiddenLine count={countHidden(holdings)} />
          </>
        )}
      </Loaded>
      {faucet !== undefined && <div className="border-t border-line px-4 py-3">{faucet}</div>}
    </Card>
  )
}

type Holdings = Balances & { isCut: boolean }
type Coin = Balances['coins'][number]

/**
 * Whether the service has read the wallet's NFTs. Without the log index it is unknown whether there are any.
 */
function areItemsRead(holdings: Holdings | undefined): boolean {
  return holdings?.collectibles !== undefined && holdings.multiTokens !== undefined
}

function hasItems({ collectibles = [], multiTokens = [] }: Holdings): boolean {
  return collectibles.length + multiTokens.length > 0
}

function hasCoins({ coins }: Holdings): boolean {
  return coins.some((coin) => isKnown(coin) && coin.amount !== '0')
}

/** Number of held coins that are not on the list, so that they are not displayed as the wallet's money. */
function countHidden({ coins }: Holdings): number {
  return coins.filter((coin) => !isKnown(coin) && coin.amount !== '0').length
}

function HiddenLine({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="border-t border-line px-4 py-3 text-sm text-muted">
      {t(
        '{count, plural, one {# more token is not on your token list.} other {# more tokens are not on your token list.}}',
        { count },
      )}{' '}
      <TextLink to={paths.tokens.href()}>{t('Token list')}</TextLink>
    </p>
  )
}

/** Shows the native coin only above zero, because the relayer pays the gas and wallets need none. */
function isWorthALine(coin: Coin): boolean {
  return isKnown(coin) && (coin.amount !== '0' || !sameAddress(coin.tokenAddress, ZERO_ADDRESS))
}

/** Whether a coin is on the list. Anyone can send a token with any name, so other coins must look different. */
function isKnown({ allowed }: Coin): boolean {
  return allowed !== false
}

function CoinRow({ coin, address }: { coin: Coin; address: string }) {
  const { tokens } = useCallContext()
  // Balances do not include the tokens' logos.
  const known = tokens.find((token) => sameAddress(token.address, coin.tokenAddress))
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <TokenMark symbol={coin.symbol} logoUrl={known?.logoUrl} />
      <div className="mr-auto min-w-0">
        <AmountButton
          units={coin.amount}
          decimals={coin.decimals}
          symbol={coin.symbol}
          className="text-lg font-strong [overflow-wrap:anywhere]"
        />
        <p className="text-sm text-muted [overflow-wrap:anywhere]">{tokenName(coin.name ?? '')}</p>
      </div>
      {known !== undefined && coin.amount !== '0' && (
        <ButtonLink
          of={tokenName(coin.symbol)}
          access={EXECUTE_ENDPOINTS.executeTransaction}
          silent
          to={paths.send.href(address, { token: known.address })}
        >
          {t('Send')}
        </ButtonLink>
      )}
    </li>
  )
}
