import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/**
 * Copies the wanted forge tests and their imports, and omits all others. forge compiles every file in the
 * folder, even if its tests are not run.
 *
 * @param from The folder of all tests.
 * @param to The folder that gets the wanted ones. It is emptied first.
 * @param tests Beginnings of their paths.
 */
export function keepTests(from: string, to: string, tests: readonly string[]): void {
  const all = readdirSync(from, { recursive: true, encoding: 'utf8' })
  const wanted = all.filter((path) => path.endsWith('.sol') && tests.some((test) => path.startsWith(test)))
  rmSync(to, { recursive: true, force: true })
  for (const path of withImports(from, wanted)) cpSync(join(from, path), join(to, path), { recursive: true })
}

function withImports(folder: string, paths: readonly string[]): Set<string> {
  const found = new Set(paths)
  // Iterating over a set also visits items that are added meanwhile.
  for (const path of found) {
    const text = readFileSync(join(folder, path), 'utf8')
    for (const [, imported] of text.matchAll(/from "(\.[^"]*)"/g)) {
      const file = normalize(join(dirname(path), imported ?? ''))
      if (!file.startsWith('..')) found.add(file)
    }
  }
  return found
}
