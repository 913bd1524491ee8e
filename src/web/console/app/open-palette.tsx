import type { ReactElement } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import type { IconName } from '#web/console/components/button.tsx'
import { CommandPalette } from '#web/console/features/palette/command-palette.tsx'
import { paths } from '#web/console/lib/paths.ts'
import { chooseTheme, THEME_CHOICES } from '#web/console/lib/theme-choice.ts'
import { chooseLanguage, t } from '#web/ui/text.ts'
import { navigationItems } from './navigation.tsx'
import { themeLooks } from './preference-switches.tsx'

/** The palette with its items. Loaded when it is opened. */
export function OpenPalette({ onClose }: { onClose: () => void }): ReactElement {
  // Pages without a parameter in their path.
  const others: { to: string; label: string; icon: IconName }[] = [
    { to: paths.pendingTransactions.href(), label: t('Waiting for approval'), icon: 'clock' },
    { to: paths.webhookEvents.href(), label: t('Event catalog'), icon: 'webhook' },
    { to: paths.account.href(), label: t('Your account'), icon: 'people' },
  ]
  const pages = [...navigationItems(), ...others].map(({ to, label, icon }) => ({ id: to, label, icon, to }))
  const themes = THEME_CHOICES.toReversed().map((choice) => ({
    id: choice,
    ...themeLooks()[choice],
    run: () => chooseTheme(choice),
  }))
  const languages = LANGUAGES.map((language) => ({
    id: `language ${language}`,
    label: LANGUAGE_NAMES[language],
    words: t('Language'),
    icon: 'settings' as const,
    run: () => void chooseLanguage(language).catch(() => undefined),
  }))
  return (
    <CommandPalette
      pages={pages.map((page) => ({ ...page, group: t('Pages') }))}
      commands={[...themes, ...languages].map((command) => ({ ...command, group: t('Actions') }))}
      onClose={onClose}
    />
  )
}
