/** The only source of the present time. Tests move it. */
export type Clock = {
  now: () => Date
  /** The machine's time, if a sandbox's clock was moved forward. Undefined means `now`. */
  outside?: () => Date
}

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000)
}
