/** All German texts of the console and the words for calls, in one chunk. */
export const texts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, string>>(
      ['../**/texts/de.json', '../../ui/texts/de.json', '../../../protocol/display/texts/de.json'],
      {
        eager: true,
        import: 'default',
      },
    ),
  ),
)
