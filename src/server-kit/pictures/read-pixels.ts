import { inflateSync } from 'node:zlib'

/** The pixels of a picture in rows. Each pixel has `pixelBytes` bytes: RGB or RGBA. */
export type Pixels = { bytes: Buffer; pixelBytes: 3 | 4 }

/** Byte offsets of the header's fields and of the only chunk of data, in the PNG that the service writes. */
const WIDTH_AT = 16
const HEIGHT_AT = 20
const DEPTH_AT = 24
const COLOR_TYPE_AT = 25
const DATA_LENGTH_AT = 33
const DATA_AT = 41

/** Bytes per pixel by color type: RGB, and RGBA. */
const PIXEL_BYTES: Readonly<Record<number, 3 | 4>> = { 2: 3, 6: 4 }

/**
 * Reads the pixels of a PNG as the service writes logos: a header, and one chunk of data. Undefined for any other file,
 * and for a picture with more than `sideMax` pixels per side. Source: PNG (Third Edition) 9.2 (filter types).
 */
export function readPixels(png: Buffer, sideMax: number): Pixels | undefined {
  if (png.length < DATA_AT || png.toString('latin1', 0, 8) !== '\u0089PNG\r\n\u001a\n') return undefined
  const [width, height] = [png.readUInt32BE(WIDTH_AT), png.readUInt32BE(HEIGHT_AT)]
  const pixelBytes = PIXEL_BYTES[png[COLOR_TYPE_AT] ?? -1]
  const isPlain = png[DEPTH_AT] === 8 && png.toString('latin1', DATA_LENGTH_AT + 4, DATA_AT) === 'IDAT'
  const isSmall = width > 0 && height > 0 && Math.max(width, height) <= sideMax
  if (pixelBytes === undefined || !isPlain || !isSmall) return undefined
  const data = png.subarray(DATA_AT, DATA_AT + png.readUInt32BE(DATA_LENGTH_AT))
  const rows = inflate(data, (1 + width * pixelBytes) * height)
  return rows && { bytes: removeFilters(rows, width * pixelBytes, pixelBytes), pixelBytes }
}

function inflate(data: Buffer, length: number): Buffer | undefined {
  try {
    const rows = inflateSync(data, { maxOutputLength: length })
    return rows.length === length ? rows : undefined
  } catch {
    return undefined
  }
}

/**
 * Restores the bytes of each row. A row begins with its filter, which predicts each byte from its neighbors. Only the
 * difference from the prediction is stored.
 */
function removeFilters(rows: Buffer, rowBytes: number, pixelBytes: number): Buffer {
  const height = rows.length / (rowBytes + 1)
  const bytes = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (rowBytes + 1)] ?? 0
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x
      const isFirst = x < pixelBytes
      const left = isFirst ? 0 : (bytes[at - pixelBytes] ?? 0)
      const above = y === 0 ? 0 : (bytes[at - rowBytes] ?? 0)
      const corner = isFirst || y === 0 ? 0 : (bytes[at - rowBytes - pixelBytes] ?? 0)
      bytes[at] = (rows[y * (rowBytes + 1) + 1 + x] ?? 0) + predict(filter, { left, above, corner })
    }
  }
  return bytes
}

type Neighbors = { left: number; above: number; corner: number }

function predict(filter: number, { left, above, corner }: Neighbors): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return Math.floor((left + above) / 2)
    case 4:
      return nearest(left + above - corner, [left, above, corner])
    default:
      return 0
  }
}

/** The first of the values with the smallest distance, which is Paeth's predictor. */
function nearest(estimate: number, values: readonly number[]): number {
  const distance = (value: number) => Math.abs(estimate - value)
  return values.reduce((best, value) => (distance(value) < distance(best) ? value : best))
}
