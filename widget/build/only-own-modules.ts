import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './file-config.ts'

/** What may be inside a published file: the widget, what it shares, and three libraries. */
const ALLOWED = [
  /^widget\/(?!demo\/|build\/|testing\/|testing-kit\/|package\/|react\/|.*\.test\.)/,
  /^src\/protocol\//,
  /^node_modules\/(zod|@noble\/(?:curves|hashes)|uqr)\//,
]

/** Fails the build for any other module, such as console code or a library not listed here. */
export function onlyOwnModules(): Plugin {
  return {
    name: 'latchkey:only-own-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk')
          this.error(`${chunk.fileName} is an asset: a published file must stand alone`)
        if (chunk.imports.length + chunk.dynamicImports.length > 0)
          this.error(`${chunk.fileName} loads other files`)
        const stranger = Object.keys(chunk.modules).find((id) => !isAllowed(id))
        if (stranger !== undefined) this.error(`${stranger} must not be in ${chunk.fileName}`)
      }
    },
  }
}

function isAllowed(id: string): boolean {
  // The bundler's own helpers have no file.
  if (id.startsWith('\0')) return true
  const path = relative(ROOT, id.split('?')[0] ?? '').replaceAll(sep, '/')
  return ALLOWED.some((allowed) => allowed.test(path))
}
