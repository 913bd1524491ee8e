import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const tracked = execFileSync('git', ['ls-files', 'src', 'widget', 'e2e'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
const tests = tracked.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))

const DOORS = [
  'src/service/testing/service-world.ts',
  'src/bff/testing/console-world.ts',
  'widget/testing/widget-world.ts',
]

/**
 * The functions that start the parts of a world: those that the world's file imports on demand, and those that it
 * lists by name.
 */
function startersOf(door: string): string[] {
  const text = read(door)
  const loaded = [...text.matchAll(/await import\('[^']+'\)\)\.(\w+)/g)]
  const named = [...text.matchAll(/^ {2}\w+: (\w+),$/gm)]
  return [...loaded, ...named].flatMap(([, name = '']) => name)
}

/** The names that a file imports as values. A renamed import counts by its original name. */
function valuesIn(file: string): string[] {
  const lists = [...read(file).matchAll(/^import \{([^}]*)\} from '/gm)].flatMap(([, list = '']) =>
    list.split(','),
  )
  return lists.map((entry) => entry.trim().split(' ')[0] ?? '')
}

test.each(DOORS)('param: tests start the parts of %s only through it', (door) => {
  const starters = new Set(startersOf(door))
  expect(starters.size).toBeGreaterThan(2)
  const others = tests.flatMap((file) =>
    valuesIn(file).flatMap((name) => (starters.has(name) ? [`${file}: ${name}`] : [])),
  )
  expect(others).toEqual([])
})

test('param: tests of the product take their fixtures from the product world', () => {
  const specs = tests.filter((file) => file.startsWith('e2e/'))
  const others = specs.filter((file) => !read(file).includes("'#e2e/fixtures/product-world.ts'"))
  expect(specs.length).toBeGreaterThan(100)
  expect(others).toEqual([])
})

const MOCK = /^vi\.mock\('([^']+)'/gm

test('param: a test that replaces a module loads its modules again, and forgets them at the end', () => {
  const mocks = tests.flatMap((file) => {
    const text = read(file)
    return [...text.matchAll(MOCK)].map(([, module = '']) => ({ file, text, module }))
  })
  const shared = mocks.filter(
    ({ text, module }) =>
      !text.includes('vi.hoisted(() => vi.resetModules())') ||
      !text.includes(`afterAll(() => {\n  vi.doUnmock('${module}')\n  vi.resetModules()\n})`),
  )
  expect(mocks.length).toBeGreaterThan(2)
  expect(shared.map(({ file }) => file)).toEqual([])
})
