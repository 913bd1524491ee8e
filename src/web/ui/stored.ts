/** A text in this browser's storage. Storage may be forbidden or full: then nothing is stored. */
export function storedText(key: string) {
  return {
    read(): string | null {
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    /** `null` removes it. */
    write(text: string | null): void {
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // A choice then lasts for the page's life.
      }
    },
    /** Passes on what other tabs write, until the returned function is called. */
    follow(onText: (text: string | null) => void): () => void {
      const read = (event: StorageEvent) => {
        if (event.key === key) onText(event.newValue)
      }
      window.addEventListener('storage', read)
      return () => window.removeEventListener('storage', read)
    },
  }
}

/** Listeners of a value outside the components, in the form of `useSyncExternalStore`. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
