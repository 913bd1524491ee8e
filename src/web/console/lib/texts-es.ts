/** All Spanish texts of the console and the words for calls, in one chunk. */
export const texts: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, string>>(
      ['../**/texts/es.json', '../../ui/texts/es.json', '../../../protocol/display/texts/es.json'],
      {
        eager: true,
        import: 'default',
      },
    ),
  ),
)
