import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderLive } from '#web/console/testing/render-live.tsx'
import type { Columns } from './table-columns.tsx'
import { DataTable } from './table.tsx'

type Fruit = { name: string; colour: string; weight: string }
const PLUM: Fruit = { name: 'Plum', colour: 'violet', weight: '60 g' }
const FRUITS: Fruit[] = Array.from({ length: 10 }, (_, index) => ({ ...PLUM, name: `Plum ${index}` }))
const COLUMNS: Columns<Fruit> = {
  name: { head: 'Name', cell: ({ name }) => name },
  colour: { head: 'Colour', from: 'md', cell: ({ colour }) => colour, below: true },
  weight: { head: 'Weight', from: 'xl', cell: ({ weight }) => weight },
  season: false,
  actions: { head: 'Actions', kind: 'actions', cell: () => 'Eat' },
}

/** At 1024 pixels, the colour column is displayed and the weight column is not. */
beforeEach(() =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: Number(/([\d.]+)rem/.exec(query)?.[1]) * 16 <= 1024,
  })),
)
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const render = (name?: string, columns = COLUMNS, items = FRUITS) =>
  renderLive(
    <DataTable
      {...(name !== undefined && { name })}
      label="Fruits"
      items={items}
      getKey={(fruit) => fruit.name}
      columns={columns}
    />,
  )
const heads = (place: HTMLElement) => [...place.querySelectorAll('th')].map(({ textContent }) => textContent)
const boxes = (place: HTMLElement) =>
  Object.fromEntries(
    [...place.querySelectorAll('label')].map((label) => [
      label.textContent,
      label.querySelector('input')?.checked,
    ]),
  )
const press = (place: HTMLElement, text: string) => {
  const found = [...place.querySelectorAll<HTMLElement>('label, button')].find(
    ({ textContent }) => textContent === text,
  )
  if (found === undefined) throw new Error(`there is no "${text}"`)
  ;(found.querySelector('input') ?? found).click()
}
const stored = (table: string) => localStorage.getItem(`latchkey-columns-${table}`)

test('behavior: a hidden column is not displayed, not even in the first cell, and the browser remembers it', async () => {
  const place = render('hiding')
  expect(boxes(place)).toEqual({ Colour: true, Weight: false })
  press(place, 'Colour')
  await expect.poll(() => heads(place)).toEqual(['Name', 'Weight', 'Actions'])
  expect(place.querySelector('tbody')?.textContent).not.toContain('violet')
  expect(stored('hiding')).toBe('-colour')
  expect(heads(render('hiding'))).toEqual(['Name', 'Weight', 'Actions'])
  expect(heads(render('another'))).toEqual(['Name', 'Colour', 'Weight', 'Actions'])
})

test('behavior: a chosen column is displayed at every width, and the table scrolls if it does not fit', () => {
  localStorage.setItem('latchkey-columns-choosing', '+weight')
  const place = render('choosing')
  expect(boxes(place)).toEqual({ Colour: true, Weight: true })
  const [, colour, weight] = place.querySelectorAll('td')
  expect(colour?.className).toContain('hidden md:table-cell')
  expect(weight?.className).not.toContain('hidden')
  expect(place.querySelector('.overflow-x-auto table')).not.toBeNull()
})

test('behavior: stores only differences from the default, and Reset restores the default', async () => {
  const place = render('resetting')
  press(place, 'Weight')
  press(place, 'Colour')
  await expect.poll(() => boxes(place)).toEqual({ Colour: false, Weight: true })
  expect(stored('resetting')).toBe('+weight -colour')
  press(place, 'Colour')
  expect(stored('resetting')).toBe('+weight')
  await expect.poll(() => boxes(place)).toEqual({ Colour: true, Weight: true })
  press(place, 'Reset')
  expect(stored('resetting')).toBeNull()
  await expect.poll(() => boxes(place)).toEqual({ Colour: true, Weight: false })
  expect(place.querySelector('.overflow-x-auto')).toBeNull()
})

test('behavior: without browser storage, a choice lasts as long as the page', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
    clear: () => undefined,
  })
  const place = render('forbidden')
  press(place, 'Colour')
  await expect.poll(() => heads(place)).toEqual(['Name', 'Weight', 'Actions'])
})

test('behavior: a table without a name or without optional columns has no column menu', () => {
  expect(render().textContent).not.toContain('Columns')
  const { name, actions } = COLUMNS
  if (name === undefined || actions === undefined) throw new Error('missing')
  expect(render('single', { name, actions }).textContent).not.toContain('Columns')
})

test('behavior: the button opens the menu of its own table', () => {
  const place = render('opening')
  const button = place.querySelector('button[aria-label="List options"]')
  const menu = place.querySelector('[popover]')
  expect(menu?.id).toBe(button?.getAttribute('popovertarget'))
  expect(menu?.getAttribute('aria-label')).toBe('List options')
})

test('behavior: a short table has no menu, unless a stored choice can hide its columns', () => {
  expect(render('short', COLUMNS, [PLUM]).querySelector('[popover]')).toBeNull()
  localStorage.setItem('latchkey-columns-chosen', '-colour')
  const place = render('chosen', COLUMNS, [PLUM])
  expect(place.textContent).toContain('Reset')
  expect(place.textContent).not.toContain('Export CSV')
})
