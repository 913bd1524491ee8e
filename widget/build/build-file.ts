import { relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { fileConfig, FILES, ROOT, type FileKind, type NamedFile } from './file-config.ts'
import { entryCode, fromMainFile, kitList } from './from-main-file.ts'
import { ownKeys } from './own-keys.ts'
import { pruneTokens } from './prune-tokens.ts'

/** The plugins for every file. */
export function everyFile(): Plugin[] {
  return [pruneTokens(), ownKeys(), kitList(), onlyOwnModules(), externals()]
}

/** The code of a file that pages load directly. `known` lists the other files that it names. */
export function buildFile(kind: FileKind, known: Record<string, NamedFile>): Promise<string> {
  return bundleCode(FILES[kind], [], known)
}

const ENTRY = 'latchkey-entry'

/** The code of a file on demand. */
export async function buildOnDemand(entry: string): Promise<string> {
  const own: Plugin = {
    name: 'latchkey:entry',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith(ENTRY) ? `\0${ENTRY}` : null),
    load: (id) => (id === `\0${ENTRY}` ? entryCode(entry) : null),
  }
  const code = await bundleCode({ entry: ENTRY, format: 'es' }, [own, fromMainFile()])
  // A module that uses the kit while it is evaluated fails here instead of in a user's browser.
  await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`).catch(
    (cause: unknown) => {
      throw new Error(`${entry} cannot be loaded: it uses something of widget/kit.ts too early`, { cause })
    },
  )
  return code
}

async function bundleCode(
  file: { entry: string; format: 'es' | 'iife' },
  plugins: Plugin[],
  known: Record<string, NamedFile> = {},
): Promise<string> {
  const built = await build({ ...fileConfig(file, known), plugins: [...plugins, ...everyFile()] })
  const [bundle] = Array.isArray(built) ? built : [built]
  const chunk = bundle !== undefined && 'output' in bundle ? bundle.output[0] : undefined
  if (chunk === undefined) throw new Error(`${file.entry} was not built`)
  return chunk.code
}

/**
 * Marks `import()` for the bundlers of integrators, who use the `pure` file. The address is known only on
 * their page, so a bundler must not resolve it. Also escapes every non-ASCII character, because browsers read
 * a classic script in the page's encoding. Runs after the minifier, which removes comments.
 */
function externals(): Plugin {
  return {
    name: 'latchkey:externals',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const marked = chunk.code.replaceAll('import(', 'import(/*webpackIgnore:true*//*@vite-ignore*/')
          // Code units as `\uXXXX`, a form that strings, templates and regular expressions all accept.
          // oxlint-disable-next-line no-control-regex -- the range is ASCII as a whole
          chunk.code = marked.replace(/[^\u0000-\u007f]/g, (unit) => {
            return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
          })
        }
      },
    },
  }
}

/** Modules allowed in a published file: the widget, the code that it shares, and four libraries. */
const ALLOWED = [
  /^widget\/(?!demo\/|build\/|testing\/|testing-kit\/|package\/|react\/|.*\.test\.)/,
  /^src\/protocol\//,
  /^node_modules\/(zod|viem|@noble\/(?:curves|hashes)|uqr)\//,
]

/** Fails the build for any other module, such as console code or an unlisted library. */
function onlyOwnModules(): Plugin {
  return {
    name: 'latchkey:only-own-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk')
          this.error(`${chunk.fileName} is an asset: a published file must stand alone`)
        if (chunk.imports.length + chunk.dynamicImports.length > 0)
          this.error(`${chunk.fileName} loads other files`)
        const stranger = Object.keys(chunk.modules).find((id) => {
          const path = relative(ROOT, id.split('?')[0] ?? '').replaceAll(sep, '/')
          // The bundler's own helpers are not files.
          return !id.startsWith('\0') && !ALLOWED.some((allowed) => allowed.test(path))
        })
        if (stranger !== undefined) this.error(`${stranger} must not be in ${chunk.fileName}`)
      }
    },
  }
}
