import type { Place } from './shop.ts'

/** What the server wrote into `<div id="app">`, and the element itself. */
export function readShopSettings(): { element: HTMLElement; place: Place } {
  const element = document.getElementById('app')
  if (element === null) throw new Error('the page has no place for the app')
  const { latchkey = '', coin = '', till = '' } = element.dataset
  return { element, place: { latchkey, coin, till } }
}
