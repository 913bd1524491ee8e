import { useEffect } from 'react'
import { onDemand } from '#web/console/lib/on-demand.tsx'
import { t } from '#web/ui/text.ts'
import { Icon } from '#web/console/components/icon.tsx'

const load = () => import('./open-palette.tsx').then((module) => module.OpenPalette)
const OpenPalette = onDemand(load)

/** Opens the palette, as its shortcut does. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={onOpen}
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2 text-sm text-muted shadow-sm transition-colors hover:border-line-strong hover:text-ink pointer-coarse:h-10"
    >
      <Icon name="search" className="size-4" />
      <span className="flex-1 text-left">{t('Search')}</span>
      <kbd aria-hidden="true" className="rounded-sm border border-line bg-sunken px-1 font-sans text-xs">
        {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}

type PaletteProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** The palette of the shell; ⌘K or Ctrl K opens it from anywhere. */
export function Palette({ isOpen, onOpen, onClose }: PaletteProps) {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isWanted = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey
      // An open dialog contains input: the palette would lead away from it.
      if (!isWanted || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onOpen()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return isOpen && <OpenPalette onClose={onClose} />
}
