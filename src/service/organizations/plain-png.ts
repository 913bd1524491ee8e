import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Bytes per pixel by color type: RGB, and RGBA. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 2: 3, 6: 4 }

/**
 * Writes a minimal PNG with the pixels of the given one. Header, data and end are created here. Only the size and the
 * pixel rows are taken from the given bytes. Texts, profiles, animation, bytes after the end, and data hidden in the
 * compression are therefore removed. Undefined except for a non-interlaced RGB or RGBA image of 8 bits with at most
 * `sideMax` pixels per side.
 *
 * Source: PNG (Third Edition) 5.3 (chunks), 7.2 (scanlines), 11.2 (critical chunks).
 */
export function rewritePng(given: Buffer, sideMax: number): Buffer | undefined {
  const [first, ...others] = readChunks(given)
  if (first?.type !== 'IHDR' || first.data.length !== 13) return undefined
  const [width, height] = [first.data.readUInt32BE(0), first.data.readUInt32BE(4)]
  const [depth, colour = -1, ...methods] = first.data.subarray(8)
  const rowBytes = 1 + width * (PIXEL_BYTES[colour] ?? 0)
  const fits = Math.max(width, height) <= sideMax && rowBytes > 1 && height > 0
  if (!fits || depth !== 8 || methods.some(Boolean)) return undefined
  const compressed = others.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []))
  const rows = inflate(Buffer.concat(compressed), rowBytes * height)
  // A row begins with one of five filters.
  if (rows?.every((byte, at) => at % rowBytes !== 0 || byte < 5) !== true) return undefined
  const data = [chunk('IHDR', first.data), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([SIGNATURE, ...data])
}

/** Reads the complete chunks. Their checksums are not verified, because no chunk is copied to the result. */
function readChunks(given: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  let at = given.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? SIGNATURE.length : given.length
  while (at + 12 <= given.length) {
    const end = at + 8 + given.readUInt32BE(at)
    if (end + 4 > given.length) break
    chunks.push({ type: given.toString('latin1', at + 4, at + 8), data: given.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** Inflates at most the length given by the header, so that a few bytes cannot fill the memory. */
function inflate(compressed: Buffer, length: number): Buffer | undefined {
  try {
    const rows = inflateSync(compressed, { maxOutputLength: length })
    return rows.length === length ? rows : undefined
  } catch {
    return undefined
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  whole.writeUInt32BE(data.length)
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4)
  return whole
}
