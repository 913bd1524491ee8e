import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'

const ROOT = new URL('../../..', import.meta.url).pathname
const { imports: aliases } = z
  .object({ imports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

export type Import = {
  /** Path from the repository's root, or the specifier of a package. */
  file: string
  isTypeOnly: boolean
}

/** The imports of a file, resolved against its folder or the aliases of package.json. */
export function readImports(file: string, text: string): Import[] {
  const declared = [...text.matchAll(/^(?:import|export) (type )?[^;]*?from '([^']+)'/gm)].map(
    ([, type, specifier = '']) => ({ file: resolve(file, specifier), isTypeOnly: type !== undefined }),
  )
  const loaded = [...text.matchAll(/import\('([^']+)'\)/g)].map(([, specifier = '']) => ({
    file: resolve(file, specifier),
    isTypeOnly: false,
  }))
  return [...declared, ...loaded]
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('./')) return join(dirname(file), specifier)
  const alias = Object.entries(aliases).find(([key]) => specifier.startsWith(key.slice(0, -1)))
  return alias ? join(alias[1].slice(0, -1), specifier.slice(alias[0].length - 1)) : specifier
}
