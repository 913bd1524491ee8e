import { COMMENT_FRAME } from './event-frame.ts'
import { createFrameQueue, type FrameQueue } from './frame-queue.ts'

/** Why a stream ended: its reader disconnected or did not read, its owner may no longer, or the process ends. */
export type StreamEnd = 'left' | 'slow' | 'refused' | 'stopped'

export type OpenStream = {
  send: (frame: string) => void
  /** Ends after what was sent, without a reason. */
  close: () => void
  frames: FrameQueue['frames']
}

/** The streams that a process has open, each of an owner: a key or a session. */
export type OpenStreams = {
  /**
   * `full`: the owner has as many as one may have. `ending`: the process ends. `onEnd` is called once, unless it is
   * closed from here.
   */
  open: (owner: string, onEnd: (end: StreamEnd) => void) => OpenStream | 'full' | 'ending'
  count: () => number
  /** Ends all of them after what was sent, and lets no other begin: the listener can close. */
  endAll: () => void
}

export type OpenStreamsOptions = {
  perOwnerMax: number
  /** Which of these owners may still read. */
  inForce: (owners: readonly string[]) => Promise<ReadonlySet<string>>
  /** Does work again and again; answers what ends that. Absent: by a timer that keeps no process from ending. */
  every?: (periodMs: number, work: () => void) => () => void
  onTrouble: (cause: unknown) => void
}

/** Below what proxies and phones take for dead. */
const COMMENT_MS = 15_000
/** How long a revoked key or an ended session may still read, at most. */
const CHECK_MS = 2_000
/** Characters, some thousands of events: a reader that was away for long may need them at once. */
const WAITING_MAX = 2_000_000

type Entry = { owner: string; end: (end: StreamEnd) => void; queue: FrameQueue }

const everyMs: NonNullable<OpenStreamsOptions['every']> = (periodMs, work) => {
  const timer = setInterval(work, periodMs)
  timer.unref()
  return () => clearInterval(timer)
}

export function createOpenStreams(options: OpenStreamsOptions): OpenStreams {
  const { every = everyMs } = options
  const entries = new Set<Entry>()
  let stopTimers: (() => void)[] = []
  let isEnding = false
  let isChecking = false

  const comment = () => {
    for (const entry of entries) if (!entry.queue.push(COMMENT_FRAME)) entry.end('slow')
  }
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      const inForce = await options.inForce([...new Set([...entries].map(({ owner }) => owner))])
      for (const entry of entries) if (!inForce.has(entry.owner)) entry.end('refused')
    } catch (cause) {
      options.onTrouble(cause)
    } finally {
      isChecking = false
    }
  }
  const watch = () => {
    if (entries.size > 0 && stopTimers.length === 0)
      stopTimers = [every(COMMENT_MS, comment), every(CHECK_MS, () => void check())]
    if (entries.size > 0) return
    for (const stop of stopTimers.splice(0)) stop()
  }

  const open: OpenStreams['open'] = (owner, onEnd) => {
    if (isEnding) return 'ending'
    const ofOwner = [...entries].filter((entry) => entry.owner === owner).length
    if (ofOwner >= options.perOwnerMax) return 'full'
    const end = (reason: StreamEnd | undefined) => {
      if (!entries.delete(entry)) return
      entry.queue.end()
      watch()
      if (reason !== undefined) onEnd(reason)
    }
    const queue = createFrameQueue({ waitingMax: WAITING_MAX, onLeft: () => end('left') })
    const entry: Entry = { owner, end, queue }
    entries.add(entry)
    watch()
    const send = (frame: string) => {
      if (!queue.push(frame)) end('slow')
    }
    return { send, close: () => end(undefined), frames: queue.frames }
  }
  const endAll = () => {
    isEnding = true
    for (const entry of entries) entry.end('stopped')
  }
  return { open, count: () => entries.size, endAll }
}
