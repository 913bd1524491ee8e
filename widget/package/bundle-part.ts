import { builtinModules } from 'node:module'
import { build } from 'vite'
import { ROOT } from '#widget/build/file-config.ts'
import { DEFINES, PARTS, type Part } from './package-parts.ts'

const PEERS = ['react', 'react/jsx-runtime', '@playwright/test']

/** The parts that other parts import: the parts with an element, and the provider. */
const IMPORTED_PARTS: Part[] = [...Object.values(DEFINES).map(({ part }) => part), 'provider']

/**
 * The code of a part that the widget's build did not create. It contains no other part. The elements stay
 * imports of their parts, so that an app has one element regardless of how many parts it uses.
 */
export async function bundlePart(part: Part): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      sourcemap: false,
      ...(part === 'testing' || part === 'server' ? { ssr: true } : {}),
      lib: { entry: PARTS[part].entry, formats: ['es'], fileName: () => `${part}.js` },
      rolldownOptions: {
        external: (id) => PEERS.includes(id) || id.startsWith('node:') || builtinModules.includes(id),
        output: {
          codeSplitting: false,
          // Hooks run only on clients. Frameworks that render on servers need this directive.
          ...(part === 'react' ? { banner: "'use client'" } : {}),
        },
      },
    },
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'latchkey:other-parts-stay-imports',
        enforce: 'pre',
        resolveId(source) {
          const other = IMPORTED_PARTS.find((name) => source === `#${PARTS[name].entry}`)
          return other === undefined ? null : { id: `./${other}.js`, external: true }
        },
      },
    ],
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunks = bundle !== undefined && 'output' in bundle ? bundle.output : []
  const [chunk] = chunks
  if (chunk?.type !== 'chunk' || chunks.length !== 1) throw new Error(`${part}.js is not one file`)
  return chunk.code
}
