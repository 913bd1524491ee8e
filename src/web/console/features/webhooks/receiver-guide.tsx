import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { Rich } from '#web/console/components/rich.tsx'
import { t } from '#web/ui/text.ts'

const RUNTIME = 'Node.js'
const VERIFY = `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.LATCHKEY_WEBHOOK_SECRET)

export async function POST(request) {
  const body = await request.text()
  // Throws for a wrong signature and for a delivery that is more than five minutes old.
  const event = webhook.verify(body, Object.fromEntries(request.headers))
  await handleOnce(request.headers.get('webhook-id'), event)
  return new Response(null, { status: 204 })
}`

const LISTEN = `export LATCHKEY_API_KEY=pk_live_…   # a key with org:manage
latchkey listen --forward-to http://localhost:3000/webhooks`

/** How a receiver verifies its requests, and how to try it locally. */
export function ReceiverGuide() {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card
        title={t('Check the signature')}
        note={t('Deliveries follow Standard Webhooks: any of its libraries verifies them.')}
      >
        <CodeBlock title={RUNTIME} what={t('example')} code={VERIFY} />
        <p className="mt-3 text-sm text-muted">
          <Rich
            text="The same event may arrive twice, always with the same {header}. Events can arrive out of order."
            parts={{ header: <code className="font-mono text-ink">webhook-id</code> }}
          />
        </p>
      </Card>
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
