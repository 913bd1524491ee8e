import { CommandPalette } from '#web/console/features/palette/command-palette.tsx'
import type { PaletteItem } from '#web/console/features/palette/found-items.query.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { chooseLanguage } from '#web/ui/language.ts'
import { paths } from '#web/console/lib/paths.ts'
import { t } from '#web/ui/text.ts'
import { themeLooks } from './preference-switches.tsx'
import { chooseTheme, THEME_CHOICES } from '#web/console/lib/theme-choice.ts'
import { navigationItems } from './navigation.tsx'
import type { IconName } from '#web/console/components/icon.tsx'

/** The palette with its items; loaded when it is opened. */
export function OpenPalette({ onClose }: { onClose: () => void }) {
  return (
    <CommandPalette pages={pageItems()} commands={[...themeItems(), ...languageItems()]} onClose={onClose} />
  )
}

/** Every page without a parameter. */
function pageItems(): PaletteItem[] {
  const group = t('Pages')
  const others: { to: string; label: string; icon: IconName }[] = [
    { to: paths.pendingTransactions.href(), label: t('Waiting for approval'), icon: 'clock' },
    { to: paths.webhookEvents.href(), label: t('Event catalogue'), icon: 'webhook' },
    { to: paths.account.href(), label: t('Your account'), icon: 'people' },
  ]
  return [...navigationItems(), ...others].map(({ to, label, icon }) => ({ id: to, group, label, icon, to }))
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
  return THEME_CHOICES.toReversed().map((choice) => ({
    id: choice,
    group: t('Actions'),
    ...themeLooks()[choice],
    run: () => chooseTheme(choice),
  }))
}
