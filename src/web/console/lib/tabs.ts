import * as z from 'zod/mini'
import { sessionEndSchema } from '#protocol/console/console-session.ts'

/** Messages between the tabs of this browser, which share the session. */
const newsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in'), adminId: z.string(), organizationId: z.string() }),
  /** `ended`: why the session ended. Undefined if the sending tab does not know. */
  z.object({ kind: z.literal('signed-out'), ended: z.optional(sessionEndSchema) }),
  /** Data was changed, so other tabs may show old data. */
  z.object({ kind: z.literal('changed'), tab: z.string() }),
])
export type TabNews = z.infer<typeof newsSchema>

const CHANNEL = 'latchkey-session'
/** Id of this tab, because a tab receives its own messages too. */
const OWN_TAB = `${Date.now()} ${Math.random()}`

/** Informs the other tabs that this tab changed data on the server. */
export function broadcastChange(): void {
  broadcast({ kind: 'changed', tab: OWN_TAB })
}

export function broadcast(news: TabNews): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** Receives messages of the other tabs until the returned function is called. */
export function listenToTabs(listener: (news: TabNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => {
    const news = newsSchema.safeParse(data)
    if (!news.success || (news.data.kind === 'changed' && news.data.tab === OWN_TAB)) return
    listener(news.data)
  })
  return () => channel.close()
}
