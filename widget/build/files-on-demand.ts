import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './file-config.ts'

/**
 * A file that others load when they need it. Has its entry from the repository's root, its budget in bytes
 * after Brotli, and its published name if that is not `latchkey-` and its key.
 */
export type FileOnDemand = { entry: string; name?: string; brotliBytesMax: number }

const LANGUAGE_BROTLI_BYTES_MAX = 11_000
/** Maximum size of one language's texts for a file on demand, in bytes after Brotli. */
const KEYS_LANGUAGE_BROTLI_BYTES_MAX = 3_500

/** Every file on demand by name, including one for each language. */
export function filesOnDemand(): Record<string, FileOnDemand> {
  return {
    calls: { entry: 'widget/calls/open-calls.ts', brotliBytesMax: 18_400 },
    notes: { entry: 'widget/notes/look-up.ts', brotliBytesMax: 8_000 },
    held: { entry: 'widget/held/open-held.ts', brotliBytesMax: 6_750 },
    cancel: { entry: 'widget/cancel/open-cancel.ts', brotliBytesMax: 2_500 },
    funding: { entry: 'widget/funding/open-funding.ts', brotliBytesMax: 3_000 },
    wallet: { entry: 'widget/wallet/open-wallet.ts', name: 'latchkey-flows', brotliBytesMax: 25_000 },
    keys: { entry: 'widget/keys/open-keys.ts', brotliBytesMax: 16_000 },
    sign: { entry: 'widget/sign/open-sign.ts', brotliBytesMax: 32_000 },
    qr: { entry: 'widget/qr/open-qr.ts', brotliBytesMax: 7_000 },
    welcome: { entry: 'widget/welcome/open-welcome.ts', brotliBytesMax: 1_600 },
    names: { entry: 'widget/attributes/open-names.ts', brotliBytesMax: 1_500 },
    frame: { entry: 'widget/frame/enter.ts', brotliBytesMax: 7_600 },
    ...translations('widget/texts', 'language', LANGUAGE_BROTLI_BYTES_MAX),
    ...translations('widget/texts/keys', 'keys', KEYS_LANGUAGE_BROTLI_BYTES_MAX),
  }
}

/** The text files of a folder, one for each language except English. */
function translations(folder: string, name: string, brotliBytesMax: number): Record<string, FileOnDemand> {
  const files = readdirSync(join(ROOT, folder)).filter((file) => /^(?!en)[a-z]{2}\.ts$/.test(file))
  return Object.fromEntries(
    files
      .toSorted()
      .map((file) => [`${name}-${file.slice(0, 2)}`, { entry: `${folder}/${file}`, brotliBytesMax }]),
  )
}
