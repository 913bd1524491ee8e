import { useSyncExternalStore, type ReactElement } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { Icon, type IconName } from '#web/console/components/button.tsx'
import { chooseTheme, THEME_CHOICES, useTheme, type ThemeChoice } from '#web/console/lib/theme-choice.ts'
import { chooseLanguage, language, subscribeToLanguage, t } from '#web/ui/text.ts'

export const themeLooks = (): Record<ThemeChoice, { label: string; icon: IconName }> => ({
  auto: { label: t('System theme'), icon: 'device' },
  light: { label: t('Light theme'), icon: 'sun' },
  dark: { label: t('Dark theme'), icon: 'moon' },
})

export function ThemeSwitch(): ReactElement {
  const shown = themeLooks()
  const chosen = useTheme()
  return (
    <div
      role="group"
      aria-label={t('Theme')}
      className="inline-flex rounded-md border border-line bg-sunken p-0.5"
    >
      {THEME_CHOICES.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          aria-label={shown[choice].label}
          title={shown[choice].label}
          onClick={() => chooseTheme(choice)}
          className={`inline-flex h-6 w-8 items-center justify-center rounded-sm transition-colors pointer-coarse:h-8 pointer-coarse:w-10 ${choice === chosen ? 'bg-raised text-ink shadow-sm' : 'text-faint hover:text-ink'}`}
        >
          <Icon name={shown[choice].icon} className="size-3.5" />
        </button>
      ))}
    </div>
  )
}

export function LanguageSwitch(): ReactElement {
  const chosen = useSyncExternalStore(subscribeToLanguage, language)
  return (
    <select
      aria-label={t('Language')}
      value={chosen}
      onChange={({ target }) => {
        const next = LANGUAGES.find((one) => one === target.value)
        if (next !== undefined) void chooseLanguage(next).catch(() => undefined)
      }}
      className="h-7 rounded-md border border-line bg-sunken px-1.5 text-sm text-muted pointer-coarse:h-10"
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  )
}
