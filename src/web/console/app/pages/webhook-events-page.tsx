import { EventCatalogue } from '#web/console/features/webhooks/event-catalogue.tsx'
import { ReceiverGuide } from '#web/console/features/webhooks/receiver-guide.tsx'
import { WebhooksLayout } from '#web/console/app/webhooks-layout.tsx'

export function WebhookEventsPage() {
  return (
    <WebhooksLayout>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <EventCatalogue />
        <ReceiverGuide />
      </div>
    </WebhooksLayout>
  )
}
