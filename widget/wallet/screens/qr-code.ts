import type { WalletRun } from '#widget/files.ts'
import { h } from '#widget/screens/dom.ts'

/** Draws the QR code of a text. If its file cannot be loaded there is none: the text is next to it anyway. */
export type DrawQr = (text: string, label: string) => HTMLElement

/** Loads what draws QR codes once, and fills each code in as soon as it is there. */
export function qrCodes(file: WalletRun['file']): DrawQr {
  const drawn = new Map<string, Promise<SVGSVGElement>>()
  return (text, label) => {
    const frame = h('div', { class: 'code-frame' })
    const code = drawn.get(text) ?? file('qr').then(({ draw }) => draw(text, label))
    drawn.set(text, code)
    code.then(
      (picture) => frame.append(picture),
      () => frame.remove(),
    )
    return frame
  }
}
