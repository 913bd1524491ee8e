import { LANGUAGE_NAMES, LANGUAGES } from '#protocol/display/language.ts'
import { chooseLanguage, language } from './language.ts'
import { t } from './text.ts'

/** The language of the page, each by its own name. */
export function LanguageSelect() {
  return (
    <select
      aria-label={t('Language')}
      value={language()}
      onChange={({ currentTarget }) => {
        const next = LANGUAGES.find((one) => one === currentTarget.value)
        if (next !== undefined) void chooseLanguage(next).catch(() => undefined)
      }}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  )
}
