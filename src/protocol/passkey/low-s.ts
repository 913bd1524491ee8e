/** Order n of the P-256 group. Source: SEC 2, 2.4.2. */
export const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

const HALF_ORDER = P256_ORDER / 2n

/** Whether s is the lower of a signature's two possible values: at most n/2. */
export function isLowS(s: bigint): boolean {
  return s <= HALF_ORDER
}

/**
 * Returns s, or n - s if s is high. The wallet accepts only a low s, and authenticators return either. Source:
 * profile 3.
 */
export function lowS(s: bigint): bigint {
  return isLowS(s) ? s : P256_ORDER - s
}
