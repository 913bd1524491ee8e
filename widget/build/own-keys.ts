import type { Plugin } from 'vite'

const LIBRARY = '/node_modules/zod/'
/** A loop over an object's keys, those of its prototypes included. */
const LOOP = /\bfor \(const (\w+) in ([\w.]+)\) \{/g

/**
 * Limits zod's `for … in` loops to an object's own keys. A page may add a member to every object (to
 * `Object.prototype`). The loops would include it, and no file with zod could be loaded (Polymer/polymer 4922).
 */
export function ownKeys(): Plugin {
  return {
    name: 'latchkey:own-keys',
    enforce: 'pre',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').includes(LIBRARY)) return null
      return { code: loopOverOwnKeys(code), map: null }
    },
  }
}

/** The code with its loops over keys replaced. */
export function loopOverOwnKeys(code: string): string {
  return code.replaceAll(LOOP, 'for (const $1 of Object.keys($2)) {')
}
