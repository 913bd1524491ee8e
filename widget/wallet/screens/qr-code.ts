import type { WalletRun } from '#widget/files.ts'
import { h } from '#widget/screens/dom.ts'

/** Draws the QR code of a text. Empty if its file cannot be loaded, because the text is next to it. */
export type DrawQr = (text: string, label: string) => HTMLElement

/** Loads the file that draws QR codes once, and fills in each code when it is loaded. */
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
