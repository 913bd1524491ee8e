// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WidgetBrand } from '#protocol/widget-api.ts'
import { testStage } from '#widget/testing/test-stage.ts'
import { widgetWorld } from '#widget/testing/widget-world.ts'
import openWelcome from './open-welcome.ts'

const LOGO = btoa('a PNG of 48 by 32 pixels')
const ACCENT = ':host{--latchkey-accent:#208040}'

const page = widgetWorld.element()
let canDecode: boolean

beforeEach(() => {
  canDecode = true
  // The environment has no decoder and no canvas.
  vi.stubGlobal('createImageBitmap', async () => {
    if (!canDecode) throw new DOMException('the source image could not be decoded', 'InvalidStateError')
    return { width: 48, height: 32 }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => vi.restoreAllMocks())

/** An element that waits for its token, so that it stays at its first step. */
async function open() {
  const { element, find, heading } = page.show({}, null)
  await expect.poll(() => heading()).toBe('Loading…')
  const card = find<HTMLElement>('.card')
  if (!card) throw new Error('there is no card')
  const adopted: string[] = []
  const stage = { ...testStage().stage, adopt: (css: string) => void adopted.push(css) }
  async function show(brand: WidgetBrand, { signal } = new AbortController()) {
    const { api } = widgetWorld.flows({ brand }).common
    await openWelcome()({ element, stage, signal }, api, 'send')
  }
  const names = () => [...card.querySelectorAll('.brand')].map(({ textContent }) => textContent)
  return { element, card, adopted, show, names }
}

test('behavior: the first screen begins with the logo and the name, in the organization’s color', async () => {
  const { card, adopted, show, names } = await open()
  await show({ name: 'Bakery', logo: LOGO, accent: '#208040' })
  expect(names()).toEqual(['Bakery'])
  expect(card.firstElementChild?.className).toBe('brand')
  const logo = card.querySelector('canvas')
  expect([logo?.width, logo?.height, logo?.getAttribute('aria-hidden')]).toEqual([48, 32, 'true'])
  expect(adopted).toContain(ACCENT)
})

test.each<[string, WidgetBrand, readonly string[]]>([
  ['no brand', {}, []],
  ['a logo without a name', { logo: LOGO }, []],
  ['a name without a logo', { name: 'Bakery' }, ['Bakery']],
  ['a name that looks like an address', { name: '0xfB6916095ca1df60bB79' }, ['…']],
  ['a name that reverses the text', { name: 'Bank\u202ekcab' }, ['Bankkcab']],
])('behavior: %s leaves no picture and no gap', async (_, brand, shown) => {
  const { card, show, names, adopted } = await open()
  await show(brand)
  expect(names()).toEqual(shown)
  expect(card.querySelector('canvas')).toBeNull()
  expect(adopted.join()).not.toContain('--latchkey-accent:')
})

test('error: a logo that cannot be decoded leaves the name', async () => {
  canDecode = false
  const { card, show, names } = await open()
  await show({ name: 'Bakery', logo: LOGO })
  expect(names()).toEqual(['Bakery'])
  expect(card.querySelector('canvas')).toBeNull()
})

test.each([
  ['a script in the color', { name: 'Bakery', accent: 'red}*{display:none' }],
  ['a logo that is no base64', { name: 'Bakery', logo: '<svg>' }],
])('error: with %s, nothing is displayed', async (_, brand) => {
  const { show, names, adopted } = await open()
  await expect(show(brand)).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' })
  expect(names()).toEqual([])
  expect(adopted).toEqual([])
})

test('behavior: a screen that is displayed already does not move', async () => {
  const { card, show, names } = await open()
  card.dataset['step'] = 'person'
  await show({ name: 'Bakery' })
  expect(names()).toEqual([])
})

test('behavior: a new run replaces the name, and a round of the same run requests nothing', async () => {
  const { card, show, names } = await open()
  const run = new AbortController()
  await show({ name: 'Bakery' }, run)
  await show({ name: 'Other' }, run)
  expect(names()).toEqual(['Bakery'])
  card.dataset['step'] = 'person'
  await show({ name: 'Other' })
  expect(names()).toEqual(['Other'])
})

test('behavior: a page with a header of its own keeps it, in the organization’s color', async () => {
  const { element, show, names, adopted } = await open()
  element.append(Object.assign(document.createElement('img'), { slot: 'header' }))
  await show({ name: 'Bakery', accent: '#208040' })
  expect(names()).toEqual([])
  expect(adopted).toContain(ACCENT)
})

test('behavior: without relative colors, the default color stays, because its text is readable', async () => {
  vi.stubGlobal('CSS', { supports: () => false })
  const { show, names, adopted } = await open()
  await show({ name: 'Bakery', accent: '#208040' })
  expect(names()).toEqual(['Bakery'])
  expect(adopted).not.toContain(ACCENT)
})
