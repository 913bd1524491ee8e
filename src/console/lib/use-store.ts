import { useSyncExternalStore } from 'react'

/** A value that is kept outside of React. What the server draws has it as well, by the same reading. */
export function useStore<Value>(subscribe: (onChange: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read)
}
