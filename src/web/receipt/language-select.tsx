import { language, LANGUAGES, languageOf, t, setLanguage } from './text.ts'

/** The language of the page; at first that of the browser. */
export function LanguageSelect({ onChange }: { onChange: (_: undefined) => void }) {
  return (
    <select
      class="language"
      aria-label={t('language')}
      value={language()}
      onChange={({ currentTarget }) => {
        setLanguage(languageOf(currentTarget.value) ?? 'en')
        onChange(undefined)
      }}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
