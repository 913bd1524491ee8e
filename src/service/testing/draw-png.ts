import { crc32, deflateSync } from 'node:zlib'

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

type Drawn = {
  width?: number
  height?: number
  depth?: number
  colour?: number
  interlace?: number
  /** Filter bytes and pixels. Undefined means unfiltered gray. */
  rows?: Buffer
  /** Chunks between header and data. */
  more?: Buffer[]
  behind?: Buffer
}

/** A PNG as a user may upload it. */
export function drawPng(drawn: Drawn = {}): Buffer {
  const { width = 2, height = 2, depth = 8, colour = 6, interlace = 0, more = [] } = drawn
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  const row = () => [Buffer.alloc(1), Buffer.alloc(width * (colour === 2 ? 3 : 4), 0x77)]
  const rows = drawn.rows ?? Buffer.concat(Array.from({ length: height }, row).flat())
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
    drawn.behind ?? Buffer.alloc(0),
  ])
}
