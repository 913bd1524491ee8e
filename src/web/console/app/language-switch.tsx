import { useSyncExternalStore } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { chooseLanguage, language, subscribeToLanguage } from '#web/ui/language.ts'
import { t } from '#web/ui/text.ts'

export function LanguageSwitch() {
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
