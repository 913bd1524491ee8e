import { afterEach, expect, test } from 'vitest'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { FilterRow } from './filter-panel.tsx'

let leave = async () => {}
afterEach(() => leave())

async function render(count: number, clear?: string) {
  serve(() => undefined)
  const shown = await renderPage(
    <FilterRow label="Fruits" search={<input />} count={count} {...(clear !== undefined && { clear })}>
      <select aria-label="Color" />
    </FilterRow>,
  )
  leave = shown.leave
  return shown.place
}

test.each([
  [0, 'Filters'],
  [3, 'Filters (3)'],
])('param: %s set filters → the button is “%s” and opens the filters', async (count, label) => {
  const place = await render(count, '/fruits')
  const button = place.querySelector('button')
  expect(button?.textContent).toBe(label)
  const panel = place.querySelector(`[id="${button?.getAttribute('popovertarget')}"]`)
  expect(panel?.querySelector('[aria-label="Color"]')).not.toBeNull()
  // The search stays visible.
  expect(panel?.querySelector('input')).toBeNull()
})

test.each([
  [1, '/fruits', '/fruits'],
  [0, '/fruits', undefined],
  [1, undefined, undefined],
])('param: %s set filters, cleared at %s → a link to %s', async (count, clear, href) => {
  const place = await render(count, clear)
  expect(place.querySelector('a')?.getAttribute('href') ?? undefined).toBe(href)
})
