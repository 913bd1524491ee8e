import { encode } from 'uqr'
import type { Qr } from '#widget/files.ts'
import { svgPath } from '#widget/screens/dom.ts'

/**
 * Entry of the file that draws QR codes. They are always dark on white with a margin, because cameras need
 * both.
 */
export default function openQr(): Qr {
  return {
    draw(text, label) {
      const { data, size } = encode(text, { ecc: 'M', border: 2 })
      const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
      return svgPath(`0 0 ${size} ${size}`, cells.join(''), {
        class: 'qr',
        role: 'img',
        'aria-hidden': false,
        'aria-label': label,
      })
    },
  }
}
