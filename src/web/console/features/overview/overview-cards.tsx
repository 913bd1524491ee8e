import { Card } from '#web/console/components/card.tsx'
import { Icon } from '#web/console/components/icon.tsx'
import { RowLink } from '#web/console/components/table.tsx'
import { t } from '#web/ui/text.ts'

export type Step = { title: string; note: string; to: string; done: boolean }

/** The steps from an empty organization to a running one. Hidden when all are done. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const open = steps.filter(({ done }) => !done)
  if (open.length === 0) return null
  const current = open[0]
  return (
    <Card
      title={t('Get started')}
      actions={
        <span className="text-sm text-muted tabular-nums">
          {t('{done} of {all} done', { done: steps.length - open.length, all: steps.length })}
        </span>
      }
      flush
    >
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <li
            key={step.title}
            className={`relative flex items-start gap-3 px-4 py-3 ${step.done ? '' : 'hover:bg-hover'}`}
          >
            <StepMark done={step.done} current={step === current} number={index + 1} />
            <div className="min-w-0 flex-1">
              {step.done ? (
                <p className="text-muted">
                  {step.title}
                  <span className="sr-only"> {t('(done)')}</span>
                </p>
              ) : (
                <RowLink to={step.to}>{step.title}</RowLink>
              )}
              {!step.done && <p className="text-sm text-muted">{step.note}</p>}
            </div>
            {!step.done && <Icon name="next" className="mt-0.5 size-4 text-faint" />}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function StepMark({ done, current, number }: { done: boolean; current: boolean; number: number }) {
  if (done) {
    return (
      <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-success-soft text-success">
        <Icon name="check" className="size-3" />
      </span>
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-5 shrink-0 items-center justify-center rounded-full border text-xs font-medium tabular-nums ${current ? 'border-accent text-accent-text' : 'border-line-strong text-muted'}`}
    >
      {number}
    </span>
  )
}
