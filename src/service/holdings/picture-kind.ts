import type { PICTURE_TYPES } from '#protocol/wallets.ts'

export type PictureType = (typeof PICTURE_TYPES)[number]
type Size = { width: number; height: number }

/** Maximum number of pixels. A small file can expand to a picture that fills a browser's memory. */
const PIXELS_MAX = 25_000_000

/**
 * The type of a picture, determined by its first bytes and never by the claims of a server or a name. Undefined
 * for anything that is not displayed, such as SVG, and for pictures of more than 25 million pixels.
 */
export function pictureKind(bytes: Buffer): PictureType | undefined {
  const found = [png, gif, webp, jpeg].map((look) => look(bytes)).find((look) => look !== undefined)
  if (found === undefined) return undefined
  const { width, height } = found.size
  return width > 0 && height > 0 && width * height <= PIXELS_MAX ? found.type : undefined
}

type Look = { type: PictureType; size: Size } | undefined

function png(bytes: Buffer): Look {
  const isPng = bytes.length >= 24 && bytes.toString('latin1', 0, 8) === '\u0089PNG\r\n\u001a\n'
  if (!isPng || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', size: { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } }
}

function gif(bytes: Buffer): Look {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  return { type: 'image/gif', size: { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } }
}

function webp(bytes: Buffer): Look {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const size = webpSize(bytes)
  return size && { type: 'image/webp', size }
}

/** The size of a picture, from the first chunk, which has three formats (RFC 9649 2.5 to 2.7). */
function webpSize(bytes: Buffer): Size | undefined {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    default:
      return undefined
  }
}

/** Walks the segments until the one that begins the frame and contains the size. */
function jpeg(bytes: Buffer): Look {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined
  let offset = 2
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0
    if (isFrame(marker)) {
      const size = { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) }
      return { type: 'image/jpeg', size }
    }
    // A marker may be preceded by any number of fill bytes.
    offset += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}

/** Whether a marker is SOF0 to SOF15, except for three numbers with other meanings (ITU T.81 table B.1). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
