import { useEffect, useRef, useState, type ReactElement } from 'react'
import { Icon } from './button.tsx'

const PAUSE_MS = 250

type SearchFieldProps = {
  /** Describes the search to screen readers. */
  label: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
}

/** A search field. Searches shortly after the last keystroke. `/` focuses it from anywhere on the page. */
export function SearchField({ label, placeholder, q, onSearch }: SearchFieldProps): ReactElement {
  const inputRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  const [shown, setShown] = useState(q)
  if (q !== shown) {
    // The URL changed elsewhere (Back, a link) and takes precedence.
    setShown(q)
    if (q !== typed.trim()) setTyped(q)
  }
  useEffect(() => {
    if (typed.trim() === q) return
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, q, onSearch])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      inputRef.current?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <div className="relative w-full min-w-0 sm:max-w-80">
      <Icon
        name="search"
        className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint pointer-coarse:top-3"
      />
      <input
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        className="h-8 w-full rounded-md border border-line-strong bg-surface pr-8 pl-8 text-md shadow-sm hover:border-muted max-sm:text-lg pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden"
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-2 right-2 hidden h-4 items-center rounded-sm border border-line bg-sunken px-1 font-sans text-xs text-muted pointer-fine:flex"
      >
        /
      </kbd>
    </div>
  )
}
