/** Time and randomness of a flow, given from outside so that a test decides them. */
export type Clock = {
  /** Milliseconds since the Unix epoch by this device. */
  now: () => number
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The server's time in seconds, from one answer and what the device's clock has counted since. */
export function serverSeconds(clock: Clock, answered: { serverTimeSeconds: number; atMs: number }): number {
  return Math.floor(answered.serverTimeSeconds + (clock.now() - answered.atMs) / 1000)
}
