/** What this browser keeps for the page. Storage may be forbidden: a page works without it. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value for later visits; `null` forgets it. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // It then lasts as long as the page.
  }
}
