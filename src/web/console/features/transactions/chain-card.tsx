import type { OnChain } from '#protocol/org/organization-transactions.ts'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import { Amount } from '#web/console/components/amount.tsx'
import { Card, Fact } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { t } from '#web/ui/text.ts'
import type { ShownTimeline } from './transaction-timeline.ts'
import { ReceiptDownload } from './receipt-download.tsx'

const COIN = { decimals: 18, symbol: 'ETH' }
const GWEI_DECIMALS = 9

/** The chain's receipt of a transaction: its block and its cost. Nothing for unsent ones. */
export function ChainCard({ timeline }: { timeline: ShownTimeline }) {
  const { transaction, onChain } = timeline
  const { transactionHash, status, transactionUuid } = transaction
  if (transactionHash === undefined) return null
  const blockNumber = onChain?.blockNumber ?? transaction.blockNumber
  return (
    <Card title={t('On-chain')}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={t('Transaction hash')} className="sm:col-span-2">
          <HexText value={transactionHash} what={t('transaction hash')} />
        </Fact>
        {blockNumber === undefined ? (
          <Fact name={t('Block')}>
            <span className="text-muted">{t('Not in a block yet')}</span>
          </Fact>
        ) : (
          <>
            <Fact name={t('Block')}>
              <span className="tabular-nums">{groupDigits(blockNumber)}</span>
            </Fact>
            <Fact name={t('Outcome')}>
              {status === 'FAILED' ? t('Failed: reverted on the chain') : t('Succeeded')}
            </Fact>
          </>
        )}
        {onChain !== undefined && <Mined onChain={onChain} />}
      </dl>
      {onChain !== undefined && (status === 'CONFIRMED' || status === 'FAILED') && (
        <div className="mt-4">
          <ReceiptDownload transactionUuid={transactionUuid} />
        </div>
      )}
    </Card>
  )
}

function Mined({ onChain }: { onChain: OnChain }) {
  const { blockHash, confirmations, gasUsed, gasPriceWei, gasCostWei } = onChain
  return (
    <>
      <Fact name={t('Block hash')} className="sm:col-span-2">
        <HexText value={blockHash} what={t('block hash')} />
      </Fact>
      <Fact name={t('Confirmations')}>
        {confirmations === undefined ? (
          <span className="text-muted">{t('Not reported by the node')}</span>
        ) : (
          <span className="tabular-nums">{groupDigits(String(confirmations))}</span>
        )}
      </Fact>
      {gasCostWei !== undefined && (
        <Fact name={t('Gas, paid by the relayer')}>
          <Amount units={gasCostWei} {...COIN} />
          {gasUsed !== undefined && gasPriceWei !== undefined && (
            <span className="block text-sm text-muted">
              {t('{gas} gas at {price} gwei', {
                gas: groupDigits(gasUsed),
                price: groupDigits(formatUnits(gasPriceWei, GWEI_DECIMALS)),
              })}
            </span>
          )}
        </Fact>
      )}
    </>
  )
}
