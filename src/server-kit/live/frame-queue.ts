import { bytesFromText } from '#protocol/signing/utf8.ts'

/** Text on its way to one reader. */
export type FrameQueue = {
  /** `false` when the reader has disconnected or is too slow: nothing reaches it any more. */
  push: (frame: string) => boolean
  /** Ends once everything that waits has been read. */
  end: () => void
  /** UTF-8, for one reader. All that waits comes at once. For one who was too slow it ends: they resume from what they have. */
  frames: AsyncIterable<Uint8Array>
}

export type FrameQueueOptions = {
  /** Limit of the queue, in characters. */
  waitingMax: number
  /** Called once, when the reader has disconnected. */
  onLeft: () => void
}

/** A queue that a reader empties at its own pace; one who does not read is dropped and never buffered for. */
export function createFrameQueue({ waitingMax, onLeft }: FrameQueueOptions): FrameQueue {
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
      const isTooMuch = waiting.length + frame.length > waitingMax
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
