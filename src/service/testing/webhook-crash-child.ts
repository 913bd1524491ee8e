import { pino } from 'pino'
import { waitFor } from '#protocol/testing/wait-for.ts'
import { openDatabase } from '#service/db/open-database.ts'
import { createMetrics } from '#service/http/metrics.ts'
import { createOrganization } from '#service/organizations/operate-organizations.ts'
import { createWebhook } from '#service/webhooks/create-webhook.ts'
import { emitEvent } from '#service/webhooks/emit-event.ts'
import { createWebhooks } from '#service/webhooks/run-webhooks.ts'
import { PROCESS_SETTINGS } from './process-settings.ts'

/**
 * A process that delivers webhooks, for tests that kill it: `webhook-crash-child <data folder> <url> <hours>
 * <failpoint>`. Its clock is ahead by that many hours. The first process on a folder registers the URL and
 * stores one event. With the failpoint `answered` it kills itself with kill -9 after it has a response and
 * before it records it. With `none` it exits normally when everything is delivered.
 */
const [dataDir = '', url = '', hours = '0', failpointName = 'none'] = process.argv.slice(2)

const log = pino({ level: 'silent' })
const clock = { now: () => new Date(Date.now() + Number(hours) * 3_600_000) }
const { db, notifications, close } = await openDatabase({ dataDir, log })
const settings = PROCESS_SETTINGS
const known = await db.selectFrom('webhook_endpoints').select('id').executeTakeFirst()
if (known === undefined) {
  const at = clock.now()
  const { id: organizationId } = await createOrganization(db, {
    name: 'Demo',
    now: at,
  })
  await createWebhook({ db, clock, settings }, { organizationId, keyId: '' }, { body: { url } })
  await emitEvent(db, { organizationId, type: 'wallet.created', at, data: { externalUserId: 'user-1' } })
}
const webhooks = createWebhooks(
  { db, notifications, clock, log, metrics: createMetrics({ log }), settings },
  {
    failpoint: (name) => {
      if (name === failpointName) process.kill(process.pid, 'SIGKILL')
    },
  },
)
await webhooks.start()
const isDone = async () => {
  const rows = await db.selectFrom('webhook_deliveries').select('status').execute()
  return rows.length > 0 && rows.every(({ status }) => status === 'delivered')
}
await waitFor('the delivery of the event', isDone, { pollMs: 20 })
await webhooks.stop()
await close()
