// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FLOOR_SCRIPT, refuseOldBrowsers } from './refuse-old-browsers.ts'

const script = readFileSync(FLOOR_SCRIPT, 'utf8')

beforeEach(() => {
  document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'root' }))
  vi.stubGlobal('CSS', { supports: () => true })
  Object.defineProperty(HTMLElement.prototype, 'popover', { value: null, configurable: true })
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  Reflect.deleteProperty(HTMLElement.prototype, 'popover')
})

/** Runs the script in a browser with this language. Returns the text of the page. */
function runIn(language: string): string {
  vi.stubGlobal('navigator', { language })
  runInThisContext(script)
  return document.body.textContent ?? ''
}

test('behavior: a browser at the minimum version keeps the page', () => {
  expect(runIn('en-US')).toBe('')
  expect(document.getElementById('root')).not.toBeNull()
})

test.each([
  ['en-US', /^This browser is too old/],
  ['de-AT', /^Dieser Browser ist zu alt/],
  ['es', /^Este navegador es demasiado antiguo/],
  ['fr-FR', /^This browser is too old/],
])('error: an older browser in %s shows one sentence instead of the app', (language, sentence) => {
  vi.stubGlobal('CSS', { supports: () => false })
  expect(runIn(language)).toMatch(sentence)
  expect(document.getElementById('root')).toBeNull()
  expect(document.querySelector('[role=alert]')).not.toBeNull()
})

test.each([
  ['no CSS.supports', () => vi.stubGlobal('CSS', undefined)],
  ['no AbortSignal.any', () => vi.stubGlobal('AbortSignal', {})],
  ['no URL.canParse', () => vi.stubGlobal('URL', {})],
  ['no popovers', () => Reflect.deleteProperty(HTMLElement.prototype, 'popover')],
])('error: a browser with %s is too old', (_what, remove) => {
  remove()
  expect(runIn('en')).toMatch(/too old/)
})

test('behavior: the page loads the script from its own folder, at the end of the body', () => {
  const { transformIndexHtml } = refuseOldBrowsers('/approve/')
  if (typeof transformIndexHtml !== 'function') throw new Error('a function was expected')
  const tags: unknown = Reflect.apply(transformIndexHtml, {}, [])
  expect(tags).toEqual([{ tag: 'script', attrs: { src: '/approve/browser-floor.js' }, injectTo: 'body' }])
})
