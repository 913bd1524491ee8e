import type { ProviderOptions } from './options.ts'

/**
 * An announced provider. The uuid stays the same when the page creates the provider again. `stop` ends the earlier
 * announcement.
 */
type Announced = { uuid: string; stop: () => void }
/** Stored on the window, so that it outlasts a module that a development server reloads. */
const ANNOUNCED = Symbol.for('latchkey.announced')

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#2352c6"/><path d="M12 5.5a3.75 3.75 0 0 0-1.9 6.98L9.1 18h5.8l-1-5.52A3.75 3.75 0 0 0 12 5.5z" fill="#fff"/></svg>',
)}`

/**
 * Announces a provider by EIP-6963, now and on each request of the page, and sets `window.latchkey`. Does
 * nothing on a server. If a page creates the same provider twice, as React's strict mode does, dapps list
 * only the last one.
 */
export function announceProvider(
  provider: object,
  { apiUrl, chainId, walletAddress }: ProviderOptions,
): void {
  if (typeof window === 'undefined') return
  const announced = announcedOn(window)
  const key = [apiUrl, chainId, walletAddress].join()
  const before = announced.get(key)
  before?.stop()
  const uuid = before?.uuid ?? createUuid()
  const info = Object.freeze({ uuid, name: 'Latchkey', icon: ICON, rdns: 'app.latchkey' })
  const detail = Object.freeze({ info, provider })
  const dispatch = () => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', dispatch)
  announced.set(key, { uuid, stop: () => window.removeEventListener('eip6963:requestProvider', dispatch) })
  Object.assign(window, { latchkey: provider })
  dispatch()
}

function announcedOn(page: Window & { [ANNOUNCED]?: Map<string, Announced> }): Map<string, Announced> {
  return (page[ANNOUNCED] ??= new Map())
}

/**
 * A version 4 UUID. `crypto.randomUUID` is missing on a page without https. The wallet's screen reports such
 * a page.
 */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant.toString(16)}${hex.slice(18, 20)}`,
    hex.slice(20),
  ].join('-')
}
