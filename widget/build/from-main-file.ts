import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './file-config.ts'

const KIT = 'widget/kit.ts'
const TAKERS = '\0latchkey-takers'
const OWN = '?own'
const SHARED = /^export \{([^}]*)\} from '([^']+)'$/gm

/**
 * Plugin for the files on demand. Takes the exports of `widget/kit.ts` from the main file instead of bundling them
 * again. Modules are imported as usual. Their exports become variables here, which `take(kit)` fills before the
 * file's entry is called. A file on demand therefore contains only its own code, and there is one class of errors,
 * one hash function and one way to render. No module may use the kit while the module is evaluated, because the kit
 * is not set yet.
 */
export function fromMainFile(): Plugin {
  const shared = readShared()
  const all = [...shared.values()].flat()
  return {
    name: 'latchkey:from-main-file',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      return source === TAKERS || source.endsWith(OWN) ? source : null
    },
    load(id) {
      if (id === TAKERS) return TAKERS_CODE
      if (id.endsWith(OWN)) {
        const code = readFileSync(id.slice(0, -OWN.length), 'utf8')
        return { code, moduleType: 'ts', moduleSideEffects: false }
      }
      const names = shared.get(id)
      if (names === undefined) return null
      const indexes = names.map((name) => `${all.indexOf(name)}: ${name}`)
      return { code: variablesCode(id, names, indexes), moduleType: 'js' }
    },
  }
}

/**
 * Plugin for the main file. Exports `widget/kit.ts` as a list. Named exports, or a namespace with getters, would enlarge
 * the file that every page loads.
 */
export function kitList(): Plugin {
  return {
    name: 'latchkey:kit-list',
    enforce: 'pre',
    transform(code, id) {
      if (id === join(ROOT, 'widget/load-file.ts')) return code.replace('* as kit', '{ kit }')
      if (id !== join(ROOT, KIT)) return null
      const names = [...readShared().values()].flat().join()
      return `${code.replace(SHARED, "import {$1} from '$2'")}\nexport const kit = [${names}]`
    },
  }
}

const TAKERS_CODE =
  'export const takers = []\nexport const take = (kit) => takers.forEach((taker) => taker(kit))'

/**
 * Replaces the shared exports with variables. `export *` passes the others on, because a local export takes
 * precedence.
 */
function variablesCode(id: string, names: readonly string[], indexes: readonly string[]): string {
  return [
    `import { takers } from ${JSON.stringify(TAKERS)}`,
    `export * from ${JSON.stringify(id + OWN)}`,
    `export let ${names.join()}`,
    `takers.push((kit) => { ({ ${indexes.join()} } = kit) })`,
  ].join('\n')
}

/** Code for the file's own entry. Fills the variables, then calls the entry. */
export function entryCode(entry: string): string {
  return [
    `import { take } from ${JSON.stringify(TAKERS)}`,
    `import open from ${JSON.stringify(join(ROOT, entry))}`,
    'export default (kit) => (take(kit), open(kit))',
  ].join('\n')
}

/** The kit's names for each module, by the module's path. */
function readShared(): Map<string, readonly string[]> {
  const kit = readFileSync(join(ROOT, KIT), 'utf8')
  const shared = new Map<string, readonly string[]>()
  for (const [, names = '', source = ''] of kit.matchAll(SHARED)) {
    const path = source.replace('#protocol/', '../src/protocol/')
    shared.set(resolve(ROOT, dirname(KIT), path), names.match(/\w+/g) ?? [])
  }
  return shared
}
