import { bytesFromText } from '#protocol/signing/utf8.ts'
import { apiError, rateLimited } from '#server-kit/http/http-error.ts'
import { COMMENT_FRAME } from './event-frame.ts'

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
   * `onEnd` is called once, unless it is closed from here.
   *
   * @throws RATE_LIMITED when the owner has as many as one may have, UNAVAILABLE when the process ends
   */
  open: (owner: string, onEnd: (end: StreamEnd) => void) => OpenStream
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
  log: { warn: (line: { err: unknown }, text: string) => void }
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
      options.log.warn({ err: cause }, 'it could not be checked whose streams may go on')
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
    if (isEnding) throw apiError('UNAVAILABLE', 'This process is ending', { headers: { 'retry-after': '1' } })
    const ofOwner = [...entries].filter((entry) => entry.owner === owner).length
    if (ofOwner >= options.perOwnerMax) throw rateLimited(10_000)
    const end = (reason: StreamEnd | undefined) => {
      if (!entries.delete(entry)) return
      entry.queue.end()
      watch()
      if (reason !== undefined) onEnd(reason)
    }
    const queue = createFrameQueue(() => end('left'))
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

/** Text on its way to one reader. */
type FrameQueue = {
  /** `false` when the reader has disconnected or is too slow: nothing reaches it any more. */
  push: (frame: string) => boolean
  /** Ends once everything that waits has been read. */
  end: () => void
  /** UTF-8, for one reader. All that waits comes at once. For one who was too slow it ends: they resume from what they have. */
  frames: AsyncIterable<Uint8Array>
}

/**
 * A queue that a reader empties at its own pace; one who does not read is dropped and never buffered for. `onLeft`: called
 * once, when the reader has disconnected.
 */
function createFrameQueue(onLeft: () => void): FrameQueue {
  let waiting = ''
  let state: 'open' | 'ended' | 'slow' | 'left' = 'open'
  let wake: () => void = () => undefined
  const leave = () => {
    const wasOpen = state === 'open'
    state = 'left'
    waiting = ''
    wake()
    if (wasOpen) onLeft()
  }
  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    while (waiting === '' && state === 'open') {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (waiting === '') return { done: true, value: undefined }
    const value = bytesFromText(waiting)
    waiting = ''
    return { done: false, value }
  }
  const finish = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    leave()
    return { done: true, value: undefined }
  }
  return {
    push: (frame) => {
      if (state !== 'open') return false
      const isTooMuch = waiting.length + frame.length > WAITING_MAX
      if (isTooMuch) state = 'slow'
      waiting = isTooMuch ? '' : waiting + frame
      wake()
      return !isTooMuch
    },
    end: () => {
      if (state === 'open') state = 'ended'
      wake()
    },
    frames: { [Symbol.asyncIterator]: () => ({ next, return: finish }) },
  }
}
