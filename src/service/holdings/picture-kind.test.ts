import { expect, test } from 'vitest'
import { pictureKind } from './picture-kind.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const PNG_HEAD = '89504e470d0a1a0a 0000000d 49484452'

test.each([
  ['image/png', `${PNG_HEAD} 00000010 00000010`],
  ['image/gif', '474946383961 1000 1000'],
  ['image/webp', '52494646 00000000 57454250 56503858 0a000000 00000000 0f0000 0f0000'],
  ['image/webp', '52494646 00000000 57454250 5650384c 00000000 2f 0f c0 03 00 00000000000000'],
  ['image/webp', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 1000 1000 0000'],
  ['image/jpeg', 'ffd8 ffe0 0004 0000 ffc0 000b 08 0010 0010 01'],
  ['image/jpeg', 'ffd8 ff ffe1 0002 ffc2 000b 08 0010 0010 01'],
])('param: recognizes %s by its bytes', (type, bytes) => {
  expect(pictureKind(hex(bytes))).toBe(type)
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', Buffer.from('<html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
  ['a PNG that is cut', hex(PNG_HEAD)],
  ['a PNG without height', hex(`${PNG_HEAD} 00000010 00000000`)],
  ['a PNG of 60,000 by 60,000 points', hex(`${PNG_HEAD} 0000ea60 0000ea60`)],
  ['a JPEG without a frame', hex('ffd8 ffe0 0004 0000 ffd9 0000 0000 0000')],
  ['a JPEG whose segments lead nowhere', hex('ffd8 ffe0 0000 0000 0000 0000 0000 0000')],
  ['a WebP of another kind', hex('52494646 00000000 57454250 58585858 00000000 00000000 0f0000 0f0000')],
  ['a BMP', hex(`424d ${'00'.repeat(60)}`)],
])('error: %s is no displayable picture', (_, bytes) => {
  expect(pictureKind(bytes)).toBeUndefined()
})
