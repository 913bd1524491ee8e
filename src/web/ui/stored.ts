type StoredText = {
  read: () => string | null
  /** Stores a text. Null removes it. */
  write: (text: string | null) => void
  /** Reports changes by other tabs until the returned function is called. */
  follow: (onText: (text: string | null) => void) => () => void
}

/** A text in this browser's storage. Nothing is stored if storage is forbidden or full. */
export function storedText(key: string): StoredText {
  return {
    read() {
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    write(text) {
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // The value then lasts until the page closes.
      }
    },
    follow(onText) {
      const read = (event: StorageEvent) => {
        if (event.key === key) onText(event.newValue)
      }
      window.addEventListener('storage', read)
      return () => window.removeEventListener('storage', read)
    },
  }
}

/** Listeners of a value outside the components, in the form that `useSyncExternalStore` requires. */
export function createListeners(): {
  notify: () => void
  subscribe: (listener: () => void) => () => void
} {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
