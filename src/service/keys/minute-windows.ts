export const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1_000
/** Number of subjects above which past windows are deleted. This bounds the memory. */
const SUBJECTS_MAX = 10_000

/** The count of one subject within one clock minute. */
export type MinuteWindow = {
  startedAtMs: number
  /** Sum of the counts of all processes, as last read. */
  shared: number
  /** Count of this process since the sum was read. */
  pending: number
}

/** Counters by whole clock minutes, so that every process counts in the same windows. */
export class MinuteWindows {
  readonly #windows = new Map<string, MinuteWindow>()

  /** Returns the window of a subject that contains `nowMs`. A new window starts at zero. */
  at(subject: string, nowMs: number): MinuteWindow {
    const startedAtMs = nowMs - (nowMs % WINDOW_MS)
    const known = this.#windows.get(subject)
    if (known?.startedAtMs === startedAtMs) return known
    const window = { startedAtMs, shared: 0, pending: 0 }
    this.#windows.set(subject, window)
    if (this.#windows.size > SUBJECTS_MAX) this.#forget(startedAtMs)
    return window
  }

  /** Deletes past windows. If there are still too many subjects, also deletes the oldest windows of this minute. */
  #forget(currentMs: number): void {
    for (const [subject, window] of this.#windows) {
      if (window.startedAtMs < currentMs || this.#windows.size > SUBJECTS_MAX) this.#windows.delete(subject)
    }
  }
}

/** Whole seconds until the window ends, from 1 to 60. */
export function secondsLeft(window: MinuteWindow, nowMs: number): number {
  return Math.max(1, Math.ceil((window.startedAtMs + WINDOW_MS - nowMs) / 1_000))
}
