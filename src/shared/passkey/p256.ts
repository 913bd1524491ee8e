import { P256_ORDER } from './low-s.ts'

/** Field prime of P-256. Source: SEC 2, 2.4.2. */
export const P256_FIELD = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
/** Constant term of y² = x³ - 3x + b. Source: SEC 2, 2.4.2. */
export const P256_B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/** A point in Jacobian coordinates: x/z², y/z³; z is zero at infinity. */
export type CurvePoint = readonly [x: bigint, y: bigint, z: bigint]

const INFINITY: CurvePoint = [1n, 1n, 0n]
/** The base point G. Source: SEC 2, 2.4.2. */
export const P256_BASE: CurvePoint = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
]

/** value mod modulus, never negative. */
export function modulo(value: bigint, modulus = P256_FIELD): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}

/** The inverse of a value that is not 0 modulo a prime. */
export function inverse(value: bigint, prime: bigint): bigint {
  let [a, b, x, y] = [modulo(value, prime), prime, 1n, 0n]
  while (a > 1n) {
    const times = b / a
    ;[a, b] = [b - times * a, a]
    ;[x, y] = [y - times * x, x]
  }
  return modulo(x, prime)
}

/** One y of the points with this x, or undefined where there is none. */
export function ordinate(x: bigint): bigint | undefined {
  const square = modulo(x * x * x - 3n * x + P256_B)
  // The prime is 3 modulo 4.
  let root = 1n
  let power = square
  for (let exponent = (P256_FIELD + 1n) / 4n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) root = modulo(root * power)
    power = modulo(power * power)
  }
  return modulo(root * root) === square ? root : undefined
}

/** The sum of two points. */
export function add(one: CurvePoint, other: CurvePoint): CurvePoint {
  const [x1, y1, z1] = one
  const [x2, y2, z2] = other
  if (z1 === 0n) return other
  if (z2 === 0n) return one
  const [zz1, zz2] = [modulo(z1 * z1), modulo(z2 * z2)]
  const u1 = modulo(x1 * zz2)
  const s1 = modulo(y1 * z2 * zz2)
  const h = modulo(x2 * zz1 - u1)
  const r = modulo(y2 * z1 * zz1 - s1)
  if (h === 0n) return r === 0n ? double(one) : INFINITY
  const hh = modulo(h * h)
  const hhh = modulo(h * hh)
  const v = modulo(u1 * hh)
  const x = modulo(r * r - hhh - 2n * v)
  return [x, modulo(r * (v - x) - s1 * hhh), modulo(z1 * z2 * h)]
}

function double([x, y, z]: CurvePoint): CurvePoint {
  const delta = modulo(z * z)
  const gamma = modulo(y * y)
  const beta = modulo(x * gamma)
  const alpha = modulo(3n * (x - delta) * (x + delta))
  const doubled = modulo(alpha * alpha - 8n * beta)
  return [
    doubled,
    modulo(alpha * (4n * beta - doubled) - 8n * gamma * gamma),
    modulo((y + z) * (y + z) - gamma - delta),
  ]
}

/** A point as often as `times` says. Takes longer for some numbers than for others: for public values only. */
export function multiply(point: CurvePoint, times: bigint): CurvePoint {
  let sum = INFINITY
  let power = point
  for (let rest = modulo(times, P256_ORDER); rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = add(sum, power)
    power = double(power)
  }
  return sum
}

/** The affine coordinates, or undefined at infinity. */
export function affine([x, y, z]: CurvePoint): { x: bigint; y: bigint } | undefined {
  if (z === 0n) return undefined
  const i = inverse(z, P256_FIELD)
  return { x: modulo(x * i * i), y: modulo(y * i * i * i) }
}
