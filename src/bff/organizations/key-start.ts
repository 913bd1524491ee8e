/** Our own keys show their prefix, the organization's mark and four random characters (ADR 0005). */
const OWN_SHAPE = /^pk_live_[0-9A-Za-z]{6}_[0-9A-Za-z]{4}(?=[0-9A-Za-z]{28}_)/
const SHOWN_MAX = 12

/** The beginning of any service's key that may be shown: never more than a quarter of one whose shape is not known. */
export function keyStart(key: string): string {
  return OWN_SHAPE.exec(key)?.[0] ?? key.slice(0, Math.min(SHOWN_MAX, Math.floor(key.length / 4)))
}
