import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { act } from '#web/console/testing/act.ts'
import { renderPage, serve } from '#web/console/testing/render-page.tsx'
import { Skeleton } from './card.tsx'
import { Together } from './together.tsx'

let leave = async () => {}
afterEach(() => leave())

/** Parts of a page. The second has a skeleton until the button is pressed. */
function Parts({ isLoaded }: { isLoaded: boolean }) {
  const [isRead, setIsRead] = useState(isLoaded)
  return (
    <>
      <button onClick={() => setIsRead(true)}>Load</button>
      <Together>
        <section>Balance</section>
        <section>{isRead ? 'Activity' : <Skeleton />}</section>
      </Together>
    </>
  )
}

async function render({ isLoaded, at = '/' }: { isLoaded: boolean; at?: string }) {
  serve(() => undefined)
  const shown = await renderPage(<Parts isLoaded={isLoaded} />, { at })
  leave = shown.leave
  return shown
}

const isHidden = (place: HTMLElement) => place.querySelector('section')?.parentElement?.hidden

test('behavior: hides the parts until none of them has a skeleton', async () => {
  const { place } = await render({ isLoaded: false })
  expect(isHidden(place)).toBe(true)
  expect(place.querySelector('[role="status"]')?.textContent).toBe('Loading')
  await act(async () => place.querySelector('button')?.click())
  expect(isHidden(place)).toBe(false)
  expect(place.querySelector('[role="status"]')).toBeNull()
})

test.each([
  ['that have loaded', { isLoaded: true }],
  ['of a page that opens with a dialog', { isLoaded: false, at: '/#new' }],
])('behavior: displays parts %s at once', async (_, parts) => {
  const { place } = await render(parts)
  expect(isHidden(place)).toBe(false)
})
