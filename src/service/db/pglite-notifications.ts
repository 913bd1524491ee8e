import type { PGlite } from '@electric-sql/pglite'
import { DATABASE_CHANNEL, NotificationHandlers, notify, type Notifications } from './notifications.ts'

/** Notifications of the embedded engine: everything happens in this process, nothing can be missed. */
export async function openPGliteNotifications(pglite: PGlite): Promise<Notifications> {
  const handlers = new NotificationHandlers()
  await pglite.listen(DATABASE_CHANNEL, (message) => handlers.dispatch(message))
  return { notify, listen: async (channel, handler) => handlers.add(channel, handler) }
}
