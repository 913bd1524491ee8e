import { eventSample, SAMPLED_TYPES, type SampledType } from '#protocol/event-samples.ts'
import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/values.tsx'
import { t } from '#web/ui/text.ts'
import { SignatureCard } from './signature-card.tsx'
import { eventNotes } from './webhook-words.ts'
import { Icon } from '#web/console/components/icon.tsx'

/** Every type of event, its trigger and its body: from the service's own schemas. */
export function EventCatalogue() {
  return (
    <Card
      title={t('Events')}
      note={t(
        'The body is the same in every attempt. New types and fields may be added: ignore what you do not know.',
      )}
      flush
    >
      <ul className="divide-y divide-line">
        {SAMPLED_TYPES.map((type) => (
          <EventItem key={type} type={type} />
        ))}
      </ul>
    </Card>
  )
}

function EventItem({ type }: { type: SampledType }) {
  return (
    <li className="px-4 py-3">
      <details className="group">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 rounded-sm">
          <Icon name="next" className="size-3.5 text-faint transition-transform group-open:rotate-90" />
          <code className="font-mono text-sm font-medium">{type}</code>
          <span className="text-sm text-muted max-sm:basis-full max-sm:pl-6">{eventNotes()[type]}</span>
        </summary>
        <div className="mt-3 pl-6">
          <CodeBlock
            title={t('Sample payload')}
            what={t('sample of {type}', { type })}
            code={JSON.stringify(eventSample(type), null, 2)}
          />
        </div>
      </details>
    </li>
  )
}

const LISTEN = `export LATCHKEY_API_KEY=pk_live_…   # a key with org:manage
latchkey listen --forward-to http://localhost:3000/webhooks`

/** How a receiver verifies its requests, and how to try it locally. */
export function ReceiverGuide() {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <SignatureCard />
      <Card
        title={t('Try it on your own machine')}
        note={t(
          'Forwards live events to a local port, signed with a secret for that run. No endpoint is needed.',
        )}
      >
        <CodeBlock title={t('Terminal')} what={t('command')} code={LISTEN} />
      </Card>
    </div>
  )
}
