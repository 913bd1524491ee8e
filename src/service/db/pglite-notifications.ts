import { sql } from 'kysely'
import type { Database } from './database.ts'
import { DATABASE_CHANNEL, NotificationHandlers, notify, type Notifications } from './notifications.ts'
import type { PGliteConnection } from './pglite-connection.ts'

/** Notifications of the embedded engine: everything happens in its one session, nothing can be missed. */
export async function openPGliteNotifications(
  db: Database,
  connection: PGliteConnection,
): Promise<Notifications> {
  const handlers = new NotificationHandlers()
  connection.onNotification = (payload) => handlers.dispatch(payload)
  await sql`listen ${sql.ref(DATABASE_CHANNEL)}`.execute(db)
  return { notify, listen: async (channel, handler) => handlers.add(channel, handler) }
}
