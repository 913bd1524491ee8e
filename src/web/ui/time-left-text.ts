/** Remaining time as minutes and seconds such as `14:05`, or `1:14:05` from one hour on. */
export function timeLeftText(secondsLeft: number): string {
  const whole = Math.max(0, Math.ceil(secondsLeft))
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  if (whole >= 3_600) parts.unshift(Math.floor(whole / 3_600))
  return parts.map((part, index) => (index === 0 ? part : String(part).padStart(2, '0'))).join(':')
}
