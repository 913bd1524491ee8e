export const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1_000
/** Maximum number of subjects before those of past windows are deleted, which bounds the memory. */
const SUBJECTS_MAX = 10_000

/** The count of one subject within one clock minute. */
export type MinuteWindow = {
  startedAtMs: number
  /** Count of all processes together, as last read. */
  shared: number
  /** Count of this process since that read. */
  pending: number
}

/** Counters by whole clock minutes, so that every process counts in the same windows. */
export class MinuteWindows {
  readonly #windows = new Map<string, MinuteWindow>()

  /** The window of a subject that contains `nowMs`. A new one starts at zero. */
  at(subject: string, nowMs: number): MinuteWindow {
    const startedAtMs = nowMs - (nowMs % WINDOW_MS)
    const known = this.#windows.get(subject)
    if (known?.startedAtMs === startedAtMs) return known
    const window = { startedAtMs, shared: 0, pending: 0 }
    this.#windows.set(subject, window)
    if (this.#windows.size > SUBJECTS_MAX) this.#forget(startedAtMs)
    return window
  }

  /** Deletes past windows first, and under a flood of subjects within one minute also the oldest ones. */
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
