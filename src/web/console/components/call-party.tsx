import type { ReactElement } from 'react'
import type { CallDescription } from '#protocol/display/call-description.ts'
import { findCounterparty } from '#protocol/display/call-words.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { callTitle, isDangerous } from '#web/console/lib/calls.ts'
import { t, translated } from '#web/ui/text.ts'
import { Badge } from './badge.tsx'
import { HexText } from './hex-text.tsx'

type CallPartyProps = { description: CallDescription | null; hasColumn?: boolean }

/**
 * The counterparty of a call in a list, unless the list has a column for it. For a batch, the counterparty of
 * each call.
 */
export function CallParty({ description, hasColumn = false }: CallPartyProps): ReactElement {
  const counterparty = findCounterparty(description)
  const inner = callsIn(description)
  return (
    <>
      {isDangerous(description) && (
        <span className="ml-2">
          <Badge tone="danger">{t('High risk')}</Badge>
        </span>
      )}
      {counterparty !== null && !hasColumn && (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          {translated(counterparty.word)}
          <HexText value={counterparty.address} what={t('counterparty')} short />
        </span>
      )}
      {inner.length > 0 && (
        <span className="mt-1 flex flex-col gap-1 border-l border-line pl-2">
          {inner.map((call, index) => (
            <span key={`${call.kind}-${index}`} className="block text-sm [overflow-wrap:anywhere]">
              {index + 1}. {callTitle(call)}
              <CallParty description={call} />
            </span>
          ))}
        </span>
      )}
    </>
  )
}
