import { hexFromBytes } from '#protocol/signing/hex.ts'

/** CBOR major types of items that contain bytes or other items. Source: RFC 8949 3.1. */
const BYTES = 2
const TEXT = 3
const LIST = 4
const MAP = 5

/** The first bytes of a CBOR item. `next` is the offset behind them. */
type Head = { kind: number; value: number; next: number }

/** Reads the head of an item. Undefined at the end, and for a value of more than two bytes, which no key has. */
function readHead(bytes: Uint8Array, at: number): Head | undefined {
  const [first, one = 0, two = 0] = bytes.subarray(at, at + 3)
  if (first === undefined) return undefined
  const short = first & 31
  const extra = Math.max(0, short - 23)
  const value = [short, one, one * 256 + two][extra]
  return value === undefined ? undefined : { kind: first >> 5, value, next: at + 1 + extra }
}

/** Returns the offset behind an item and everything that it contains. Undefined if the bytes end before. */
function findEnd(bytes: Uint8Array, start: number): number | undefined {
  let at = start
  for (let left = 1; left > 0; left -= 1) {
    const head = readHead(bytes, at)
    if (head === undefined) return undefined
    const { kind, value, next } = head
    at = kind === BYTES || kind === TEXT ? next + value : next
    if (kind === LIST) left += value
    if (kind === MAP) left += 2 * value
  }
  return at <= bytes.length ? at : undefined
}

/** Labels and values of a P-256 ES256 key, in CBOR. Source: RFC 9053 2.1 and 7.1.1. */
const REQUIRED = { '0x01': '0x02', '0x03': '0x26', '0x20': '0x01' } as const
const X = '0x21'
const Y = '0x22'
/** A string of 32 bytes. */
const COORDINATE = /^0x5820([0-9a-f]{64})$/

/**
 * Reads the coordinates of an ES256 key from the COSE_Key at the start of the bytes, 64 hex digits each. Other members are
 * ignored, because some security keys add optional ones, such as `key_ops` (dfinity/internet-identity 3831). Undefined for any
 * other key. The point may not be on the curve.
 */
export function readCoseEs256(bytes: Uint8Array): { x: string; y: string } | undefined {
  const map = readHead(bytes, 0)
  if (map?.kind !== MAP) return undefined
  const members = new Map<string, string>()
  let at = map.next
  for (let left = map.value; left > 0; left -= 1) {
    const valueAt = findEnd(bytes, at)
    const end = valueAt && findEnd(bytes, valueAt)
    if (end === undefined) return undefined
    const label = hexFromBytes(bytes.subarray(at, valueAt))
    // A second value for a label makes the key ambiguous.
    if (members.has(label)) return undefined
    members.set(label, hexFromBytes(bytes.subarray(valueAt, end)))
    at = end
  }
  if (Object.entries(REQUIRED).some(([label, value]) => members.get(label) !== value)) return undefined
  const x = COORDINATE.exec(members.get(X) ?? '')?.[1]
  const y = COORDINATE.exec(members.get(Y) ?? '')?.[1]
  return x === undefined || y === undefined ? undefined : { x, y }
}
