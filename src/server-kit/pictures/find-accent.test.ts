import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findAccent } from './find-accent.ts'
import { readPixels } from './read-pixels.ts'

const SIDE_MAX = 128

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

type Rows = { width: number; rows: number[][]; colorType?: number; depth?: number }

/** A PNG from rows that begin with their filter. */
function draw({ width, rows, colorType = 6, depth = 8 }: Rows): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(rows.length, 4)
  header.set([depth, colorType], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const WHITE = [255, 255, 255, 255]
const RED = [176, 32, 48, 255]
const one = (pixel: number[]) => draw({ width: 1, rows: [[0, ...pixel]] })
const accent = (png: Buffer) => {
  const pixels = readPixels(png, SIDE_MAX)
  return pixels && findAccent(pixels)
}

/** The relative luminance of a hex color. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('behavior: a color that buttons can have → that color', () => {
  expect(accent(one([32, 128, 64, 255]))).toBe('#208040')
})

test.each([
  ['yellow', [255, 230, 0, 255]],
  ['navy', [0, 0, 90, 255]],
  ['red', RED],
])('behavior: %s → a contrast of 3:1 on the lightest and the darkest surface', (_, pixel) => {
  const found = luminance(accent(one(pixel)) ?? '')
  expect(1.05 / (found + 0.05)).toBeGreaterThanOrEqual(3)
  expect((found + 0.05) / (luminance('#1c222b') + 0.05)).toBeGreaterThanOrEqual(3)
})

test('behavior: a small mark on white or transparent → the mark’s color', () => {
  const expected = accent(one(RED))
  expect(accent(draw({ width: 4, rows: [[0, ...WHITE, ...WHITE, ...RED, ...WHITE]] }))).toBe(expected)
  expect(accent(draw({ width: 2, rows: [[0, 0, 255, 0, 0, ...RED]] }))).toBe(expected)
})

// Two rows of two equal pixels, written with each filter.
const [r, g, b] = RED
test.each([
  ['none', [0, ...RED, ...RED]],
  ['left', [1, ...RED, 0, 0, 0, 0]],
  ['above', [2, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['average', [3, ...RED.map((byte) => byte - Math.floor(byte / 2)), 0, 0, 0, 0]],
  ['Paeth', [4, 0, 0, 0, 0, 0, 0, 0, 0]],
])('behavior: reads a row with the filter %s', (_, row) => {
  const first = [0, ...RED, ...RED]
  expect(accent(draw({ width: 2, rows: [first, row] }))).toBe(accent(one(RED)))
})

test('behavior: reads RGB without opacity', () => {
  expect(accent(draw({ width: 1, colorType: 2, rows: [[0, r ?? 0, g ?? 0, b ?? 0]] }))).toBe(accent(one(RED)))
})

test.each([
  ['gray', one([90, 92, 95, 255])],
  ['transparent', one([255, 0, 0, 0])],
  ['nothing', Buffer.alloc(0)],
  ['no picture', Buffer.alloc(200)],
  ['another depth', draw({ width: 1, depth: 16, rows: [[0, ...RED]] })],
  ['too many pixels', draw({ width: SIDE_MAX + 1, rows: [[0]] })],
  ['too few bytes', draw({ width: 2, rows: [[0, ...RED]] })],
  ['bytes that are no data', one(RED).fill(7, 41, 48)],
])('error: %s → no color', (_, png) => {
  expect(accent(png)).toBeUndefined()
})
