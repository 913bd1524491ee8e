import { useEffect, useState } from 'preact/hooks'

/** Whether the browser is online. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const read = () => setOnline(navigator.onLine)
    addEventListener('online', read)
    addEventListener('offline', read)
    read()
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  return online
}
