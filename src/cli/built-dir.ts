import { fileURLToPath } from 'node:url'

/** The built parts for browsers are next to the built server, in `dist/`. */
export function builtDir(name: 'console' | 'widget' | 'approver'): string {
  return fileURLToPath(new URL(`../${name}`, import.meta.url))
}
