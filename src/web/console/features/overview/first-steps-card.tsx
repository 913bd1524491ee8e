import type { ReactElement } from 'react'
import type { FirstSteps } from '#protocol/console/first-steps.ts'
import { Icon, RowLink } from '#web/console/components/button.tsx'
import { Card } from '#web/console/components/card.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'

type Step = { title: string; note: string; to: string; done: boolean }

/** The steps in order. Leaves out steps that are not needed or that the service does not report. */
export function listSteps(done: FirstSteps, hasTransactions: boolean): Step[] {
  return [
    ...(done.domain === undefined ? [] : [domainStep(done.domain)]),
    {
      title: t('Create a wallet'),
      note: t('A passkey on your device controls it. You need an email address.'),
      to: paths.newWallet.href(),
      done: done.wallet !== null,
    },
    {
      title: t('Receive and send tokens'),
      note: t('Open the wallet, receive tokens, and send some with your passkey.'),
      to: done.wallet === null ? paths.wallets.href() : paths.wallet.href(done.wallet),
      done: hasTransactions,
    },
    {
      title: t('Connect your product'),
      note: t('An integration embeds the wallet widget in your own pages.'),
      to: paths.newIntegration.href(),
      done: done.integration,
    },
    ...(done.apiKey === undefined ? [] : [keyStep(done.apiKey)]),
    {
      title: t('Keep recovery codes'),
      note: t('They let you back in if you lose all your passkeys.'),
      to: paths.account.href(),
      done: done.recoveryCodes,
    },
  ]
}

const domainStep = (done: boolean): Step => ({
  title: t('Add and verify a domain'),
  note: t('The domain of your product: passkeys belong to it, and no wallet can be created without one.'),
  to: paths.domains.href(),
  done,
})

const keyStep = (done: boolean): Step => ({
  title: t('Issue an API key'),
  note: t('For your backend, with only the scopes it needs.'),
  to: paths.newApiKey.href(),
  done,
})

/** Steps from an empty organization to a working integration. */
export function FirstStepsCard({ steps }: { steps: readonly Step[] }): ReactElement {
  const open = steps.filter(({ done }) => !done)
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
            <StepMark done={step.done} current={step === open[0]} number={index + 1} />
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
