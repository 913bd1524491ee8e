import type { WidgetApi } from '#widget/api.ts'
import { object, optional, text, type Checked } from '#widget/checks.ts'
import type { WalletRun } from '#widget/files.ts'
import { hasColors } from '#widget/lower-colors.ts'
import { h } from '#widget/screens/dom.ts'
import { foreignName } from '#widget/screens/parts.ts'
import css from './brand.css?inline'

/** `GET /brand`. A PNG of the largest logo has 88,000 characters in base64. */
const isBrand = object({
  name: optional(text()),
  logo: optional(text(/^[A-Za-z0-9+/]{1,88000}={0,2}$/)),
  accent: optional(text(/^#[0-9a-f]{6}$/)),
})
type Brand = Checked<typeof isBrand>

/** Runs that display the brand already. */
const branded = new WeakSet<AbortSignal>()

/** Displays the brand during the loading step, so that it shifts the layout of no later step. Once per flow. */
export async function showBrand(
  { element, stage, signal }: Pick<WalletRun, 'element' | 'stage' | 'signal'>,
  api: Pick<WidgetApi, 'get'>,
): Promise<void> {
  const card = element.shadowRoot?.querySelector<HTMLElement>('.card')
  if (!card || branded.has(signal)) return
  const brand = await api.get('/brand', isBrand, signal)
  const row = await drawBrand(brand)
  const earlier = card.querySelector('.brand')
  const wouldMove = earlier === null && card.dataset['step'] !== 'loading'
  if (signal.aborted || wouldMove) return
  branded.add(signal)
  // A rule of the page for the element wins over a rule for the host. Without relative colors, text on another accent
  // could be unreadable.
  if (brand.accent !== undefined && hasColors()) stage.adopt(`:host{--latchkey-accent:${brand.accent}}`)
  stage.adopt(css)
  earlier?.remove()
  // A page with a header of its own has its logo there.
  if (row && element.querySelector('[slot=header]') === null) card.prepend(row)
}

/** The name with the logo. The logo is decoration and never appears without the name. */
async function drawBrand({ name, logo }: Brand): Promise<HTMLElement | undefined> {
  if (name === undefined) return undefined
  const picture = logo === undefined ? undefined : await drawLogo(logo).catch(() => undefined)
  return h('p', { class: 'brand', part: 'brand' }, picture, foreignName(name))
}

/** Draws the PNG on a canvas, so that the page's policy needs no source of images. */
async function drawLogo(base64: string): Promise<HTMLCanvasElement> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = picture
  const canvas = h('canvas', { width, height, 'aria-hidden': 'true' })
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  return canvas
}
