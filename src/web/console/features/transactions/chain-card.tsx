import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { RECEIPT_ENDPOINTS } from '#protocol/approval-endpoints.ts'
import { formatUnits } from '#protocol/money.ts'
import type { OnChain } from '#protocol/transaction-timeline.ts'
import { AmountButton } from '#web/console/components/amount-button.tsx'
import { Button, Icon } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { FactList } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { ProblemPanel } from '#web/console/components/notice.tsx'
import { orgApi } from '#web/console/lib/api.ts'
import { saveFile } from '#web/console/lib/export-items.ts'
import { useNativeCoin } from '#web/console/lib/use-native-coin.ts'
import { Fact } from '#web/ui/call/fact.tsx'
import { Rich } from '#web/ui/call/rich.tsx'
import { t, formatExact } from '#web/ui/text.ts'
import type { ShownTimeline } from './transaction-timeline.ts'

const GWEI_DECIMALS = 9

/** The chain's receipt of a transaction: its block and cost. Renders nothing for unsent transactions. */
export function ChainCard({ timeline }: { timeline: ShownTimeline }): ReactElement | null {
  const { transaction, onChain } = timeline
  const { transactionHash, status, transactionUuid } = transaction
  if (transactionHash === undefined) return null
  const blockNumber = onChain?.blockNumber ?? transaction.blockNumber
  return (
    <Card title={t('On-chain')}>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={t('Transaction hash')} className="sm:col-span-2">
          <HexText value={transactionHash} what={t('transaction hash')} isTransaction />
        </Fact>
        <FactList
          facts={{
            [t('Block')]:
              blockNumber === undefined ? (
                <span className="text-muted">{t('Not in a block yet')}</span>
              ) : (
                <span className="tabular-nums">{formatExact(blockNumber)}</span>
              ),
            [t('Outcome')]:
              blockNumber !== undefined &&
              (status === 'FAILED' ? t('Failed: reverted on the chain') : t('Succeeded')),
          }}
        />
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
  const { decimals, symbol } = useNativeCoin()
  const { blockHash, confirmations, gasUsed, gasPriceWei, gasCostWei, bundledCalls } = onChain
  return (
    <>
      <Fact name={t('Block hash')} className="sm:col-span-2">
        <HexText value={blockHash} what={t('block hash')} />
      </Fact>
      <Fact name={t('Confirmations')}>
        {confirmations === undefined ? (
          <span className="text-muted">{t('Not reported by the node')}</span>
        ) : (
          <span className="tabular-nums">{formatExact(String(confirmations))}</span>
        )}
      </Fact>
      {gasCostWei !== undefined && (
        <Fact name={t('Gas, paid by the relayer')}>
          <AmountButton units={gasCostWei} {...{ decimals, symbol }} />
          {gasUsed !== undefined && gasPriceWei !== undefined && (
            <span className="block text-sm text-muted">
              {t('{gas} gas at {price} gwei', {
                gas: formatExact(gasUsed),
                price: formatExact(formatUnits(gasPriceWei, GWEI_DECIMALS)),
              })}
            </span>
          )}
          {bundledCalls !== undefined && (
            <span className="block text-sm text-muted">
              {t('Its part of a transaction that carries {count} calls', {
                count: formatExact(String(bundledCalls)),
              })}
            </span>
          )}
        </Fact>
      )}
    </>
  )
}

/** Path of a page outside the console that needs no session, because anyone with a receipt may open it. */
const VERIFY_PAGE = '/verify-receipt'

function ReceiptDownload({ transactionUuid }: { transactionUuid: string }) {
  const download = useMutation({
    mutationFn: () => orgApi.call(RECEIPT_ENDPOINTS.getReceipt, { params: { transactionUuid } }),
    onSuccess: (receipt) =>
      saveFile(
        `receipt-${transactionUuid}.json`,
        'application/json',
        `${JSON.stringify(receipt, null, 2)}\n`,
      ),
  })
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0 flex-1 basis-52 text-sm text-muted">
          <Rich
            text="A signed receipt proves this transaction to anyone. They check it on {page} against the chain, without trusting this server."
            parts={{
              page: (
                <a
                  href={VERIFY_PAGE}
                  target="_blank"
                  rel="noreferrer"
                  className="rounded-sm font-medium whitespace-nowrap text-accent-text hover:underline"
                >
                  {t('the verification page')}
                  <Icon name="external" className="ml-1 inline size-3.5" />
                </a>
              ),
            }}
          />
        </p>
        <Button icon="receive" pending={download.isPending} onClick={() => download.mutate()}>
          {t('Download receipt')}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {download.isSuccess ? t('Receipt saved.') : ''}
      </p>
      <ProblemPanel error={download.error} />
    </div>
  )
}
