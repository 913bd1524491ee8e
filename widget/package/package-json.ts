import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ROOT } from '#widget/build/file-config.ts'
import { DEFINES } from './package-parts.ts'

const rootSchema = z.object({ name: z.string(), version: z.string(), license: z.string() })

/** The published package's own package.json; name, version and licence are the repository's, which stays private. */
export function packageJson(parts: readonly string[]): object {
  const root = rootSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const exported = parts.map((part) => [
    part === 'index' ? '.' : `./${part}`,
    { types: `./${part}.d.ts`, default: `./${part}.js` },
  ])
  return {
    name: root.name,
    version: root.version,
    description:
      'Passkey wallets in your page: the <latchkey-wallet> element, its frame, its core, React, tests.',
    license: root.license,
    keywords: ['passkey', 'webauthn', 'wallet', 'custom-element', 'smart-account'],
    type: 'module',
    sideEffects: Object.keys(DEFINES).map((name) => `./${name}.js`),
    main: './index.js',
    types: './index.d.ts',
    exports: {
      ...Object.fromEntries(exported),
      './integrity.json': './integrity.json',
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    customElements: 'custom-elements.json',
    files: ['*.js', '*.d.ts', '*.json', 'types', 'files'],
    peerDependencies: { '@playwright/test': '>=1.45', react: '>=18' },
    peerDependenciesMeta: { '@playwright/test': { optional: true }, react: { optional: true } },
  }
}
