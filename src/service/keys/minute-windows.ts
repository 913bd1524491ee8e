export const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1_000
/** Beyond this many subjects, those of past windows are forgotten: memory stays bounded. */
const SUBJECTS_MAX = 10_000

/** The count of one subject within one minute of the clock. */
export type MinuteWindow = {
  startedAtMs: number
  /** Counted by all processes together, as last read. */
  shared: number
  /** Counted here since then. */
  pending: number
}

/** Counters by whole minutes of the clock, so that every process counts in the same windows. */
export class MinuteWindows {
  readonly #windows = new Map<string, MinuteWindow>()

  /** The window of a subject that `nowMs` lies in; a new one begins at zero. */
  at(subject: string, nowMs: number): MinuteWindow {
    const startedAtMs = nowMs - (nowMs % WINDOW_MS)
    const known = this.#windows.get(subject)
    if (known?.startedAtMs === startedAtMs) return known
    const window = { startedAtMs, shared: 0, pending: 0 }
    this.#windows.set(subject, window)
    if (this.#windows.size > SUBJECTS_MAX) this.#forget(startedAtMs)
    return window
  }

  /** Past windows first; under a flood of subjects within one minute the oldest ones too. */
  #forget(currentMs: number): void {
    for (const [subject, window] of this.#windows) {
      if (window.startedAtMs < currentMs || this.#windows.size > SUBJECTS_MAX) this.#windows.delete(subject)
    }
  }
}

/** Whole seconds until the window ends: 1 to 60. */
export function secondsLeft(window: MinuteWindow, nowMs: number): number {
  return Math.max(1, Math.ceil((window.startedAtMs + WINDOW_MS - nowMs) / 1_000))
}
