import type { ReactElement } from 'react'
import type { TimelineStepKind } from '#protocol/transaction-timeline.ts'
import { Card } from '#web/console/components/card.tsx'
import { TimeAgo } from '#web/console/components/time-ago.tsx'
import { formatShort } from '#web/console/lib/display.ts'
import { t } from '#web/ui/text.ts'
import type { ShownTimeline } from './transaction-timeline.ts'
import { nextStepTitle, sourceText, stepTitle } from './transaction-words.ts'

const DOTS = {
  done: 'bg-line-strong',
  good: 'bg-success-solid',
  bad: 'bg-danger-solid',
  next: 'border-2 border-line-strong bg-surface',
}

/** Steps of a transaction, and the next automatic one. */
export function TimelineCard({ timeline }: { timeline: ShownTimeline }): ReactElement {
  const { transaction, steps } = timeline
  const next = nextStepTitle(transaction)
  return (
    <Card title={t('Timeline')}>
      <ol className="flex flex-col">
        {steps.map(({ kind, atDatetime }, index) => (
          <li key={`${kind}-${atDatetime}`} className="relative flex gap-3 pb-4 last:pb-0">
            <Mark look={LOOKS[kind]} isLast={index === steps.length - 1 && next === null} />
            <div className="min-w-0">
              <p className="font-medium">{stepTitle(kind, transaction)}</p>
              <p className="text-sm text-muted">
                {formatShort(atDatetime)} · <TimeAgo datetime={atDatetime} />
              </p>
              {kind === 'held' && transaction.approval !== undefined && (
                <p className="text-sm text-muted">
                  {t('Open until {time}', { time: formatShort(transaction.approval.expiresAtDatetime) })}
                </p>
              )}
            </div>
          </li>
        ))}
        {next !== null && (
          <li className="relative flex gap-3">
            <Mark look="next" isLast />
            <p className="text-muted">{next}</p>
          </li>
        )}
      </ol>
      {transaction.learntFrom !== undefined && (
        <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
          {sourceText(transaction.learntFrom)}
        </p>
      )}
    </Card>
  )
}

const LOOKS: Record<TimelineStepKind, keyof typeof DOTS> = {
  submitted: 'done',
  'found-on-chain': 'done',
  held: 'done',
  notified: 'done',
  reminded: 'done',
  seen: 'done',
  approved: 'done',
  declined: 'bad',
  reported: 'bad',
  expired: 'bad',
  withdrawn: 'bad',
  sent: 'done',
  'executed-without-approval': 'bad',
  'executed-against-policy': 'bad',
  confirmed: 'good',
  failed: 'bad',
  cancelled: 'done',
}

function Mark({ look, isLast }: { look: keyof typeof DOTS; isLast: boolean }) {
  return (
    <span aria-hidden="true" className="relative flex w-3 shrink-0 justify-center">
      {!isLast && <span className="absolute top-3 -bottom-4 w-px bg-line" />}
      <span className={`relative mt-1 size-2.5 rounded-full ${DOTS[look]}`} />
    </span>
  )
}
