import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readImports } from './testing/read-imports.ts'

const ROOT = new URL('../..', import.meta.url).pathname
/** The folder that measures and tests the other folders. It is not shipped. */
const UNSHIPPED = 'bench'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const page = read('docs/ARCHITECTURE.md')
const picture = read('docs/images/architecture.svg')
const files = execFileSync('git', ['ls-files', 'src', 'widget'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n')
const product = files.filter(
  (file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(file),
)

/** The top folder of a file in the repository. Undefined for a package. */
function roomOf(file: string): string | undefined {
  const [top, folder] = file.split('/')
  if (top === 'widget') return top
  return top === 'src' ? folder : undefined
}

function foldersIn(parent: string): string[] {
  const below = files.flatMap((file) => (file.startsWith(parent) ? [file.slice(parent.length)] : []))
  const names = below.flatMap((path) => (path.includes('/') ? [path.split('/')[0]] : []))
  return [...new Set(names)].map((name) => `${parent}${name}`)
}

/** Imports between two top folders, such as `bff server-kit`. Ends with `types` if only types are imported. */
function importsBetweenRooms(): string[] {
  const withValue = new Map<string, boolean>()
  for (const file of product) {
    const from = roomOf(file)
    for (const { file: target, isTypeOnly } of readImports(file, read(file))) {
      const to = roomOf(target)
      if (to === undefined || from === to || from === UNSHIPPED) continue
      const pair = `${from} ${to}`
      withValue.set(pair, withValue.get(pair) === true || !isTypeOnly)
    }
  }
  return [...withValue].map(([pair, hasValue]) => (hasValue ? pair : `${pair} types`)).toSorted()
}

test('param: the page names every folder of src, src/web and the widget', () => {
  const folders = ['src/', 'src/web/', 'widget/'].flatMap(foldersIn)
  expect(folders.length).toBeGreaterThan(40)
  expect(folders.filter((folder) => !page.includes(`\`${folder}\``))).toEqual([])
})

test('param: the page lists the service modules in the order that the linter enforces', () => {
  const levels = /SERVICE_MODULES = \[\n(?<levels>[^]*?)\n\]/.exec(read('oxlint.config.mjs'))?.groups?.[
    'levels'
  ]
  const order = [...(levels ?? '').matchAll(/\[(.*)\]/g)].map(([, names = '']) => names.replaceAll("'", '`'))
  expect(order.length).toBeGreaterThan(10)
  expect(page.replaceAll('\n', ' ')).toContain(order.join(' < '))
})

test('param: the picture shows every shipped folder', () => {
  const shown = [...picture.matchAll(/data-room="([^"]+)"/g)].map(([, room]) => room)
  const rooms = foldersIn('src/').map((folder) => folder.replace('src/', ''))
  expect(new Set(shown)).toEqual(new Set([...rooms, 'widget'].filter((room) => room !== UNSHIPPED)))
})

test('param: the arrows of the picture match the imports between folders exactly', () => {
  const arrows = [...picture.matchAll(/data-import="([^"]+)"( data-types="only")?/g)]
  const shown = arrows.map(([, pair, types]) => (types === undefined ? pair : `${pair} types`))
  expect(new Set(shown)).toEqual(new Set(importsBetweenRooms()))
})
