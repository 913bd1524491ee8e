const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#2352c6"/><path d="M12 5.5a3.75 3.75 0 0 0-1.9 6.98L9.1 18h5.8l-1-5.52A3.75 3.75 0 0 0 12 5.5z" fill="#fff"/></svg>',
)}`

/** Announces a provider by EIP-6963, now and whenever a page asks, and makes it `window.latchkey`; on a server nothing. */
export function announce(provider: object): void {
  if (typeof window === 'undefined') return
  const uuid = crypto.randomUUID()
  const info = Object.freeze({ uuid, name: 'Latchkey', icon: ICON, rdns: 'app.latchkey' })
  const detail = Object.freeze({ info, provider })
  const dispatch = () => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', dispatch)
  Object.assign(window, { latchkey: provider })
  dispatch()
}
