import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './file-config.ts'

/**
 * A file that others load when they need it: its entry below the repository's root, its budget in bytes (brotli), and
 * what it is published as, where that is not `latchkey-` and its name.
 */
export type FileOnDemand = { entry: string; name?: string; brotliBytesMax: number }

const LANGUAGE_BROTLI_BYTES_MAX = 10_500

/** Every file on demand by its name; each language is one. */
export function filesOnDemand(): Record<string, FileOnDemand> {
  const languages = readdirSync(join(ROOT, 'widget/texts')).filter((name) =>
    /^(?!en)[a-z]{2}\.ts$/.test(name),
  )
  return {
    calls: { entry: 'widget/calls/open-calls.ts', brotliBytesMax: 18_000 },
    notes: { entry: 'widget/notes/look-up.ts', brotliBytesMax: 8_000 },
    held: { entry: 'widget/held/open-held.ts', brotliBytesMax: 6_750 },
    cancel: { entry: 'widget/cancel/open-cancel.ts', brotliBytesMax: 2_500 },
    funding: { entry: 'widget/funding/open-funding.ts', brotliBytesMax: 3_000 },
    wallet: { entry: 'widget/wallet/open-wallet.ts', name: 'latchkey-flows', brotliBytesMax: 25_000 },
    sign: { entry: 'widget/sign/open-sign.ts', brotliBytesMax: 32_000 },
    qr: { entry: 'widget/qr/open-qr.ts', brotliBytesMax: 7_000 },
    frame: { entry: 'widget/frame/enter.ts', brotliBytesMax: 7_000 },
    ...Object.fromEntries(
      languages.toSorted().map((name) => {
        const file = { entry: `widget/texts/${name}`, brotliBytesMax: LANGUAGE_BROTLI_BYTES_MAX }
        return [`language-${name.slice(0, 2)}`, file]
      }),
    ),
  }
}
