import { createListeners } from '#web/ui/stored.ts'
import * as z from 'zod/mini'
import { sessionEndSchema } from '#protocol/console-api.ts'

/**
 * Requests wait here after the session has ended: the first of them opens the gate's dialog, all of them continue
 * after signing in again, and fail when the administrator declines.
 */
type Outcome = 'renewed' | 'declined'

let waiting: { promise: Promise<Outcome>; settle: (outcome: Outcome) => void } | null = null
/** From the first refused request until one succeeds again, also after a refusal to sign in. */
let isOver = false
const listeners = createListeners()
export const subscribeToSessionGate = listeners.subscribe

export function waitForSession(): Promise<Outcome> {
  if (waiting === null) {
    let settle: (outcome: Outcome) => void = () => undefined
    const promise = new Promise<Outcome>((resolve) => {
      settle = resolve
    })
    waiting = { promise, settle }
    isOver = true
    listeners.notify()
  }
  return waiting.promise
}

export function settleSessionGate(outcome: Outcome): void {
  const current = waiting
  waiting = null
  if (outcome === 'renewed') isOver = false
  current?.settle(outcome)
  listeners.notify()
}

/** A request succeeded: the administrator has signed in again, perhaps in another tab. */
export function markSessionRestored(): void {
  if (!isOver || waiting !== null) return
  isOver = false
  listeners.notify()
}

/** Whether background requests should pause: they would only open the gate. */
export function isSessionOver(): boolean {
  return isOver
}

export function isSessionGateOpen(): boolean {
  return waiting !== null
}

/** The organization of this tab: its requests name it, so that none reaches another one by mistake. */
let shown: string | undefined

export function showOrganization(id: string): void {
  shown = id
}

export function shownOrganization(): string | undefined {
  return shown
}

let isLeaving = false

/**
 * All data of this tab belongs to one organization or person: for another one it restarts, at
 * `path` or at the overview. A request refused while the page is leaving does not change its destination.
 */
export function reloadApp(path?: string): void {
  if (isLeaving && path === undefined) return
  isLeaving = true
  window.location.assign(path ?? '/')
}

/** Messages between the tabs of this browser, which share the session. */
const newsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in'), adminId: z.string(), organizationId: z.string() }),
  /** `ended`: why; undefined if the tab that says so does not know. */
  z.object({ kind: z.literal('signed-out'), ended: z.optional(sessionEndSchema) }),
  /** Data was changed: other tabs may show old data. */
  z.object({ kind: z.literal('changed'), tab: z.string() }),
])
export type TabNews = z.infer<typeof newsSchema>

const CHANNEL = 'latchkey-session'
/** A tab receives its own messages, too. */
const OWN_TAB = `${Date.now()} ${Math.random()}`

/** This tab has changed something on the server. */
export function broadcastChange(): void {
  broadcast({ kind: 'changed', tab: OWN_TAB })
}

export function broadcast(news: TabNews): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** Listens to the other tabs until the returned function is called. */
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
