import type { CallDescription } from '#protocol/display/call-description.ts'
import { counterpartyOf } from '#protocol/display/call-words.ts'
import { callsIn } from '#protocol/display/calls-in.ts'
import { isDangerous, callTitle } from '#web/console/lib/call-texts.ts'
import { translated } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'
import { Badge } from './badge.tsx'
import { HexText } from './hex-text.tsx'

/** In a list: the other account of a call, or of several calls each with its own. */
export function CallParty({ description }: { description: CallDescription | null }) {
  const counterparty = counterpartyOf(description)
  const inner = callsIn(description)
  return (
    <>
      {isDangerous(description) && (
        <span className="my-1 block">
          <Badge tone="danger">{t('High risk')}</Badge>
        </span>
      )}
      {counterparty !== null && (
        <span className="flex gap-1.5 text-sm text-muted">
          {translated(counterparty.word)}
          <HexText value={counterparty.address} what={t('counterparty')} copyable={false} />
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
