import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { OUT_DIR, ROOT } from '#widget/build/file-config.ts'
import { bundlePart } from './bundle-part.ts'
import { elementsManifest, readElements } from './elements-manifest.ts'
import { declarationPath, emitTypes } from './emit-types.ts'
import { FRAMEWORK_TYPES } from './framework-types.ts'
import { ALL_PARTS, DEFINES, PARTS } from './package-parts.ts'

/** Peer dependencies. Each is optional and needed by one part. */
const PEERS = { '@playwright/test': '>=1.45', react: '>=18' }

const publishedSchema = z.catchall(
  z.object({ version: z.string(), files: z.record(z.string(), z.object({ integrity: z.string() })) }),
  z.unknown(),
)
const namedSchema = z.object({ file: z.string() })

/** Builds the npm package into `outDir`, from the built widget's published files and the sources. */
export async function buildPackage(outDir: string): Promise<void> {
  const widgetDir = join(ROOT, OUT_DIR)
  const integrity = readFileSync(join(widgetDir, 'integrity.json'), 'utf8')
  const manifest = publishedSchema.parse(JSON.parse(integrity))
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(join(outDir, 'files'), { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    writeFileSync(join(outDir, path), text)
  }
  for (const name of Object.keys(manifest.files))
    cpSync(join(widgetDir, name), join(outDir, 'files', name), { recursive: true })
  for (const part of ALL_PARTS) {
    const { entry, published } = PARTS[part]
    const types = declarationPath(entry).replace(/\.d\.ts$/, '.js')
    write(`${part}.d.ts`, `export * from './types/${types}';\n`)
    if (published === undefined) write(`${part}.js`, await bundlePart(part))
    else cpSync(join(widgetDir, namedSchema.parse(manifest[published]).file), join(outDir, `${part}.js`))
  }
  for (const [name, { part, call }] of Object.entries(DEFINES)) {
    write(`${name}.js`, `import { ${call} } from './${part}.js';\n\n${call}();\n`)
    write(`${name}.d.ts`, `import './${part}.js';\n`)
  }
  for (const [name, text] of Object.entries(FRAMEWORK_TYPES)) {
    write(`${name}.js`, 'export {};\n')
    write(`${name}.d.ts`, text)
  }
  const entries = ALL_PARTS.map((part) => PARTS[part].entry)
  for (const [path, text] of emitTypes(entries)) write(`types/${path}`, text)
  write('custom-elements.json', json(elementsManifest(readElements())))
  write(
    'package.json',
    json(packageJson([...ALL_PARTS, ...Object.keys(DEFINES), ...Object.keys(FRAMEWORK_TYPES)])),
  )
  write('integrity.json', integrity)
  cpSync(join(ROOT, 'widget/package/readme.md'), join(outDir, 'README.md'))
  cpSync(join(ROOT, 'LICENSE'), join(outDir, 'LICENSE'))
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

const rootSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.string(),
  engines: z.object({ node: z.string() }),
})

/**
 * The package.json of the published package. Its name, version, license, author and Node versions are those of the
 * repository, which stays private. `npm run release` adds where the package comes from.
 */
function packageJson(parts: readonly string[]): object {
  const root = rootSchema.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))
  const exported = parts.map((part) => [
    part === 'index' ? '.' : `./${part}`,
    { types: `./${part}.d.ts`, default: `./${part}.js` },
  ])
  return {
    name: root.name,
    version: root.version,
    description:
      'Passkey wallets in your page: the <latchkey-wallet> element, its frame, its core, an EIP-1193 provider, x402, React, tests.',
    license: root.license,
    author: root.author,
    engines: root.engines,
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
    peerDependencies: PEERS,
    peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((name) => [name, { optional: true }])),
  }
}
