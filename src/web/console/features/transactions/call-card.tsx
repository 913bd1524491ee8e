import type { ReactElement } from 'react'
import type { KnownToken } from '#protocol/display/call-description.ts'
import { describeCallOrNull } from '#protocol/effects/describe-call.ts'
import { NOT_SIMULATED } from '#protocol/simulation.ts'
import { Card, Disclosure } from '#web/console/components/card.tsx'
import { CONSOLE_PARTS } from '#web/console/components/console-parts.tsx'
import { Facts } from '#web/console/components/facts.tsx'
import { HexText } from '#web/console/components/hex-text.tsx'
import { RawBytes } from '#web/console/components/raw-bytes.tsx'
import { checksum } from '#web/console/lib/address-input.ts'
import { feeText, useExceptedWarning } from '#web/console/lib/calls.ts'
import { CallView } from '#web/ui/call/call-view.tsx'
import { Fact } from '#web/ui/call/fact.tsx'
import { SimulationNotice } from '#web/ui/call/simulation-notice.tsx'
import { t } from '#web/ui/text.ts'
import type { ShownTimeline } from './transaction-timeline.ts'

type CallCardProps = {
  timeline: Pick<ShownTimeline, 'transaction' | 'simulation'>
  chainId: number
  tokens: readonly KnownToken[]
}

/** Effects of the call, decoded in this browser from its stored bytes. */
export function CallCard({ timeline, chainId, tokens }: CallCardProps): ReactElement {
  const { transaction, simulation } = timeline
  const description = describeCallOrNull({ ...transaction, chainId, tokens })
  return (
    <Card title={t('Call')} note={t('Decoded in your browser from the signed bytes.')}>
      <CallView
        description={description}
        except={useExceptedWarning()}
        parts={CONSOLE_PARTS}
        notice={
          transaction.status === 'PENDING_USER_APPROVAL' && (
            <div className="mb-4 empty:hidden">
              <SimulationNotice
                call={{ ...transaction, chainId, tokens }}
                description={description}
                simulation={simulation ?? NOT_SIMULATED}
                parts={CONSOLE_PARTS}
              />
            </div>
          )
        }
      >
        <Fact name={t('Fee')}>{feeText(transaction, tokens)}</Fact>
      </CallView>
      <Disclosure summary={t('Raw call')} className="mt-4 border-t border-line pt-3">
        <Facts
          className="mt-3 grid gap-3"
          facts={{
            [t('Called contract')]: (
              <HexText value={checksum(transaction.toAddress)} what={t('called address')} />
            ),
            [t('Value')]: (
              <>
                <span className="tabular-nums">{transaction.value}</span> wei
              </>
            ),
            [t('Calldata, as signed')]: <RawBytes hex={transaction.data} name={t('calldata')} />,
            [t('Signed digest')]: <HexText value={transaction.digest} what={t('signed digest')} />,
          }}
        />
      </Disclosure>
    </Card>
  )
}
