/** The only source of the current time. Tests change it. */
export type Clock = {
  now: () => Date
  /**
   * The machine's time. It differs from `now` if a sandbox's clock was moved forward. If it is undefined, use `now`.
   */
  outside?: () => Date
}

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000)
}
