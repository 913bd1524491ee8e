import type { ShopSettings } from './shop.ts'

/** What the server wrote into `<div id="app">`, and the element itself. */
export function readShopSettings(): { element: HTMLElement; settings: ShopSettings } {
  const element = document.getElementById('app')
  if (element === null) throw new Error('the page has no place for the app')
  const { latchkey = '', coin = '', till = '' } = element.dataset
  return { element, settings: { latchkey, coin, till } }
}
