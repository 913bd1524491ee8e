/** `14:05`: minutes and seconds that are left. */
export function timeLeftText(secondsLeft: number): string {
  const whole = Math.max(0, Math.ceil(secondsLeft))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** What the server said was left, less what has passed on this device since it said so; never more, never below 0. */
export function secondsStillLeft(secondsLeft: number, receivedAtMs: number, nowMs: number): number {
  return Math.min(secondsLeft, Math.max(0, Math.ceil(secondsLeft - (nowMs - receivedAtMs) / 1_000)))
}
