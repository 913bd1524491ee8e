/**
 * Which passkey this browser signed in with last: its id, which is no secret. Wallets of this site have
 * passkeys too, and without it the browser would offer all of them.
 */
const STORAGE_KEY = 'latchkey-admin-passkey'

export function rememberedPasskey(): string | null {
  try {
    const id = localStorage.getItem(STORAGE_KEY)
    return id !== null && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null
  } catch {
    return null
  }
}

export function rememberPasskey(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch {
    // Storage may be forbidden; the browser then offers all passkeys.
  }
}
