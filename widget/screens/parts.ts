import { checksumAddress } from '#protocol/display/address.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { formatUnits, groupDigits } from '#protocol/money.ts'
import type { Messages } from '#widget/texts/messages.ts'
import { h, svgPath, type Attributes, type Child } from './dom.ts'

const SYMBOL_LENGTH_MAX = 16
const NAME_LENGTH_MAX = 60

/** Makes an untrusted name harmless, for use within a sentence. */
export function harmlessName(text: string): string {
  return harmlessText(text, NAME_LENGTH_MAX).text
}

/**
 * An untrusted name, made harmless and isolated from the text direction around it. It cannot look like an address.
 */
export function foreignName(text: string): HTMLElement {
  return h('bdi', {}, harmlessName(text).replace(/0x[\da-f ]{6,}/gi, '…'))
}

/** A number in the language's format: `1234.5` is `1,234.5` in English and `1.234,5` in German. */
export function numberText({ separators }: Messages, number: string): string {
  return groupDigits(number, separators)
}

/** An amount for display, such as `1,234.5 DEMO`. */
export function amountText(
  messages: Messages,
  units: bigint,
  coin: { decimals: number; symbol: string },
): string {
  const symbol = harmlessText(coin.symbol, SYMBOL_LENGTH_MAX).text
  return `${numberText(messages, formatUnits(units, coin.decimals))} ${symbol}`
}

/**
 * A full, checksummed address in groups of four. The groups are made only by style, so copied text has no gaps. With
 * `short`, a screen without warnings shows only the ends of the address, also by style.
 */
export function addressText(address: string, short?: 'short'): HTMLElement {
  const checked = checksumAddress(address)
  const groups = [checked.slice(0, 2), ...(checked.slice(2).match(/.{4}/g) ?? [])]
  return h(
    'code',
    { class: short ? 'address short' : 'address', dir: 'ltr' },
    groups.map((group) => h('span', {}, group)),
  )
}

/** Long hex such as a hash. It can wrap anywhere and is never shortened. */
export function hexText(hex: string): HTMLElement {
  return h('code', { class: 'hex', dir: 'ltr' }, hex)
}

/** A button that does not submit. With the class `link` it looks like a link. */
export function button(
  text: Child | readonly Child[],
  onclick: () => void,
  name: string | false = false,
): HTMLButtonElement {
  return h('button', { type: 'button', class: name, onclick }, text)
}

/** A button that copies `text` and announces it. */
export function copyButton(
  { messages, announce }: { messages: Messages; announce: (text: string) => void },
  what: string,
  text: string,
): HTMLButtonElement {
  const { copy, copied, copyWhat } = messages.common
  const label = h('span', {}, copy)
  async function write(): Promise<void> {
    await navigator.clipboard.writeText(text)
    label.textContent = copied
    announce(copied)
    setTimeout(() => (label.textContent = copy), 2000)
  }
  // A page may block the clipboard. The person can still select the text.
  const copying = button(label, () => void write().catch(() => {}), 'quiet small')
  copying.setAttribute('aria-label', copyWhat(what))
  return copying
}

/** A row in a list of facts: its term and its value. */
export type Fact = readonly [term: string, value: Child | readonly Child[]]

/** A list of facts. Leaves out rows that are null. */
export function facts(rows: readonly (Fact | null)[], attributes: Attributes = {}): HTMLElement {
  const list = h('dl', attributes)
  for (const row of rows) {
    if (row !== null) list.append(h('div', {}, h('dt', {}, row[0]), h('dd', {}, row[1])))
  }
  return list
}

/** Strokes on a 24 by 24 square. */
const ICONS = {
  key: 'M20 4 11 13m4-4 3 3m3-3-3-3M11 17a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  check: 'm5 13 4 4L19 7',
  alert: 'M12 9v5m0 3v.1M12 3 2 20h20z',
  mail: 'M3 6h18v12H3zm0 1 9 6 9-6',
  clock: 'M12 7v5l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  arrow: 'M12 20V5m-6 6 6-6 6 6',
} as const
export type IconName = keyof typeof ICONS

/** A round badge with an icon. */
export function badge(
  name: IconName,
  tone: 'accent' | 'success' | 'danger' | 'warning' = 'accent',
): HTMLSpanElement {
  return h('span', { class: `badge ${tone}` }, icon(name))
}

/** An icon in the text's color. */
export function icon(name: IconName): SVGSVGElement {
  return svgPath('0 0 24 24', ICONS[name], { class: 'icon' })
}
