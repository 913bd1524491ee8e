/** Version that the build sets. `sources` when running from source. */
export const VERSION = process.env['LATCHKEY_VERSION'] ?? 'sources'
