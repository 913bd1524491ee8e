import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawPng, PNG_SIGNATURE, pngChunk } from '#service/testing/draw-png.ts'
import { rewritePng } from './plain-png.ts'

const SIDE_MAX = 256
const rewrite = (png: Buffer) => rewritePng(png, SIDE_MAX)

/** The chunks of a PNG. Checks each checksum, and that nothing follows the last chunk. */
function chunksOf(png: Buffer): [string, Buffer][] {
  const chunks: [string, Buffer][] = []
  let at = PNG_SIGNATURE.length
  while (at < png.length) {
    const end = at + 12 + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, end - 4)
    expect(png.subarray(at, end)).toEqual(pngChunk(type, data))
    chunks.push([type, data])
    at = end
  }
  return chunks
}

test.each([2, 6])('behavior: color type %i keeps its pixels, and nothing else remains', (colour) => {
  const secret = Buffer.from('<script>alert(1)</script>')
  const rows = Buffer.concat(
    [1, 4].map((filter) => Buffer.from([filter, ...Array(colour === 2 ? 6 : 8).keys()])),
  )
  const data = deflateSync(rows)
  const [head, tail] = [data.subarray(0, 3), Buffer.concat([data.subarray(3), secret])]
  const given = Buffer.concat([
    drawPng({ colour }).subarray(0, PNG_SIGNATURE.length + 25),
    pngChunk('tEXt', secret),
    pngChunk('iCCP', secret),
    pngChunk('acTL', secret),
    pngChunk('IDAT', head),
    pngChunk('IDAT', tail),
    pngChunk('fdAT', secret),
    pngChunk('eXIf', secret),
    pngChunk('IEND', secret),
    secret,
  ])
  const written = rewrite(given) ?? Buffer.alloc(0)
  expect(written.includes('script')).toBe(false)
  const chunks = chunksOf(written)
  expect(chunks.map(([type]) => type)).toEqual(['IHDR', 'IDAT', 'IEND'])
  expect(inflateSync(chunks[1]?.[1] ?? Buffer.alloc(0))).toEqual(rows)
  expect(rewrite(written)).toEqual(written)
})

test('param: accepts up to the largest side, in each direction', () => {
  expect(rewrite(drawPng({ width: SIDE_MAX, height: 1 }))).toBeDefined()
  expect(rewrite(drawPng({ width: 1, height: SIDE_MAX }))).toBeDefined()
})

const plain = drawPng()
test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['another format', Buffer.from('ffd8ffe000104a46494600', 'hex')],
  ['a page with the signature', Buffer.concat([PNG_SIGNATURE, Buffer.from('<html></html>')])],
  ['one that is cut', plain.subarray(0, plain.length - 14)],
  [
    'no data',
    Buffer.concat([plain.subarray(0, PNG_SIGNATURE.length + 25), pngChunk('IEND', Buffer.alloc(0))]),
  ],
  [
    'a header that is not first',
    Buffer.concat([PNG_SIGNATURE, pngChunk('tEXt', Buffer.alloc(1)), plain.subarray(8)]),
  ],
  ['no width', drawPng({ width: 0 })],
  ['one pixel too wide', drawPng({ width: SIDE_MAX + 1, height: 1 })],
  ['one pixel too high', drawPng({ width: 1, height: SIDE_MAX + 1 })],
  ['a width beyond what is allocated', drawPng({ width: 0xffff_ffff, rows: Buffer.alloc(5) })],
  ['16 bits', drawPng({ depth: 16 })],
  ['a palette', drawPng({ colour: 3 })],
  ['interlaced rows', drawPng({ interlace: 1 })],
  ['a row too few', drawPng({ rows: Buffer.alloc(9) })],
  ['more rows than its header says', drawPng({ rows: Buffer.alloc(50_000_000) })],
  ['an unknown filter', drawPng({ rows: Buffer.alloc(18, 5) })],
])('error: refuses %s', (_, given) => {
  expect(rewrite(given)).toBeUndefined()
})
