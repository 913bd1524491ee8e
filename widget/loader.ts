import { importChecked } from './import-checked.ts'

/** Inserted by the build (build/publish-widget.ts): the main file and its hash. */
declare const LATCHKEY_MAIN: readonly [file: string, integrity: string]

const TAG = 'latchkey-wallet'

/** This script's element, as a classic script or a module. Read while the script runs. */
const own = document.currentScript ?? document.querySelector('script[src*="/latchkey-loader-"]')
let loading: Promise<unknown> | undefined

/**
 * Loads the widget once, if it has the hash that this loader was built with. A page calls it as
 * `Latchkey.load()` for elements in a shadow root or to load early. Other elements are found automatically.
 */
function load(): Promise<unknown> {
  const [file, integrity] = LATCHKEY_MAIN
  loading ??= importChecked(new URL(file, readAddress(own)).href, integrity).catch((cause: unknown) => {
    loading = undefined
    reportFailure()
    throw cause
  })
  return loading
}

/**
 * The address of the files. Without a script element, for example in a bundle, it is the first element's
 * server.
 */
function readAddress(script: Element | null): string {
  const apiUrl = document.querySelector(TAG)?.getAttribute('api-url') ?? location.href
  return script?.getAttribute('src')
    ? new URL(script.getAttribute('src') ?? '', document.baseURI).href
    : new URL('/widget/v1/', apiUrl).href
}

/** Dispatches the same error event as the element (events.ts). */
function reportFailure(): void {
  const detail = {
    code: 'NETWORK_FAILED',
    message: 'The wallet could not be loaded. Try again in a moment.',
    detail: 'the main file',
  }
  for (const element of document.querySelectorAll(TAG))
    element.dispatchEvent(new CustomEvent('latchkey-error', { bubbles: true, composed: true, detail }))
}

/** Loads the widget if there is an element. Nothing is defined or requested before that. */
function look(): boolean {
  if (document.querySelector(TAG) === null) return false
  load().catch(() => {})
  return true
}

if (!look()) {
  const observer = new MutationObserver(() => look() && observer.disconnect())
  observer.observe(document, { childList: true, subtree: true })
}

Object.assign(globalThis, { Latchkey: { load } })
