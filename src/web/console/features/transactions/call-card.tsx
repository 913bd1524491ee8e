import type { KnownToken } from '#protocol/display/call-description.ts'
import { CallFields, RawBytes, CallWarnings } from '#web/console/components/call-fields.tsx'
import { Card, Fact } from '#web/console/components/card.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { SimulationNotice } from '#web/console/components/simulation-notice.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { describeTransaction, feeText } from '#web/console/lib/call-texts.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTimeline } from './transaction-timeline.ts'

type CallCardProps = {
  timeline: Pick<ShownTimeline, 'transaction' | 'simulation'>
  chainId: number
  tokens: readonly KnownToken[]
}

/** What the call does, decoded in this browser from its stored bytes. */
export function CallCard({ timeline, chainId, tokens }: CallCardProps) {
  const { transaction, simulation } = timeline
  const description = describeTransaction(transaction, chainId, tokens)
  return (
    <Card title={t('Call')} note={t('Decoded in your browser from the signed bytes.')}>
      <CallWarnings description={description} className="mb-4" />
      {transaction.status === 'PENDING_USER_APPROVAL' && (
        <SimulationNotice
          call={{ ...transaction, chainId, tokens }}
          description={description}
          simulation={simulation}
        />
      )}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {description !== null && <CallFields description={description} />}
        <Fact name={t('Fee')}>{feeText(transaction, tokens)}</Fact>
      </dl>
      <details className="group mt-4 border-t border-line pt-3">
        <summary className="flex w-fit items-center gap-2 rounded-sm text-sm font-medium text-muted hover:text-ink">
          <Icon name="next" className="size-3 transition-transform group-open:rotate-90" />
          {t('Raw call')}
        </summary>
        <dl className="mt-3 grid gap-3">
          <Fact name={t('Called contract')}>
            <HexText value={checksum(transaction.toAddress)} what={t('called address')} />
          </Fact>
          <Fact name={t('Value')}>
            <span className="tabular-nums">{transaction.value}</span> wei
          </Fact>
          <Fact name={t('Calldata, as signed')}>
            <RawBytes hex={transaction.data} name={t('calldata')} />
          </Fact>
          <Fact name={t('Signed digest')}>
            <HexText value={transaction.digest} what={t('signed digest')} />
          </Fact>
        </dl>
      </details>
    </Card>
  )
}
