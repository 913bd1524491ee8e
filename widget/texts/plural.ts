/** The plural form of a text for a count, for example one of Arabic's six. */
export function plural(
  language: string,
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
