import { lazy, Suspense, useEffect } from 'react'
import { Icon, type IconName } from '#web/console/components/icon.tsx'
import type { PaletteItem } from '#web/console/features/palette/match-items.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { chooseLanguage } from '#web/ui/language.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { chooseTheme } from '#web/console/lib/theme-choice.ts'
import { navigationItems } from './navigation.tsx'

const load = () =>
  import('#web/console/features/palette/command-palette.tsx').then((module) => ({
    default: module.CommandPalette,
  }))
const CommandPalette = lazy(load)

/** Opens the palette, as its keys do. */
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
  usePaletteKey(onOpen)
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <CommandPalette
        pages={pageItems()}
        commands={[...themeItems(), ...languageItems()]}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** Every page that has no thing of its own. */
function pageItems(): PaletteItem[] {
  const group = t('Pages')
  const pages = navigationItems().map(({ to, label, icon }): PaletteItem => ({
    id: to,
    group,
    label,
    icon,
    to,
  }))
  const others: [label: string, icon: IconName, to: string][] = [
    [t('Waiting for approval'), 'clock', paths.pendingTransactions.href()],
    [t('Event catalogue'), 'webhook', paths.webhookEvents.href()],
    [t('Your account'), 'people', paths.account.href()],
  ]
  return [...pages, ...others.map(([label, icon, to]): PaletteItem => ({ id: to, group, label, icon, to }))]
}

function languageItems(): PaletteItem[] {
  return LANGUAGES.map((language): PaletteItem => ({
    id: `language ${language}`,
    group: t('Actions'),
    label: LANGUAGE_NAMES[language],
    words: t('Language'),
    icon: 'settings',
    run: () => void chooseLanguage(language).catch(() => undefined),
  }))
}

function themeItems(): PaletteItem[] {
  const group = t('Actions')
  return [
    { id: 'dark', group, label: t('Dark theme'), icon: 'moon', run: () => chooseTheme('dark') },
    { id: 'light', group, label: t('Light theme'), icon: 'sun', run: () => chooseTheme('light') },
    { id: 'auto', group, label: t('System theme'), icon: 'device', run: () => chooseTheme('auto') },
  ]
}

function usePaletteKey(onPress: () => void): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isWanted = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.altKey
      // A dialog that is open holds something: the palette would lead away from it.
      if (!isWanted || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
