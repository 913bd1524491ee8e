import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SCOPES } from '#protocol/endpoint.ts'
import { TABLE_ROWS } from '#service/testing/table-rows.ts'
import { paths } from '#web/console/lib/paths.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const RECORDS = 'docs/adr'
const RECORDS_MAX = 28
const RECORD_LINES_MAX = 78
const PAGE_BYTES_MAX = 25_000

const tracked = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => existsSync(join(ROOT, path)))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const documents = tracked.filter((path) => path.endsWith('.md'))
const sources = tracked.filter(
  (path) =>
    /^(?:src|widget|e2e)\/.*\.(?:tsx?|mjs|sol|css)$/.test(path) && path !== 'src/cli/documents.test.ts',
)
const records = tracked.filter((path) => dirname(path) === RECORDS && basename(path) !== 'README.md')
const numbers = new Set(records.map((path) => basename(path).slice(0, 4)))

/** The anchor of a heading in a page. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test('param: records are numbered without gaps, and the index lists each', () => {
  expect([...numbers]).toEqual(records.map((_, index) => `${index + 1}`.padStart(4, '0')))
  const index = read(`${RECORDS}/README.md`)
  expect(records.filter((path) => !index.includes(`](${basename(path)})`))).toEqual([])
})

test(`param: there are at most ${RECORDS_MAX} records, each of at most ${RECORD_LINES_MAX} lines`, () => {
  expect(records.length).toBeLessThanOrEqual(RECORDS_MAX)
  expect(records.filter((path) => read(path).trimEnd().split('\n').length > RECORD_LINES_MAX)).toEqual([])
})

test('param: every referenced record exists; code refers to it as ADR and its number', () => {
  const wrong = [...documents, ...sources].flatMap((path) =>
    [...read(path).matchAll(/\bADR (\d+)|docs\/adr\/(\d{4})(?!-)/g)]
      .filter(([, number]) => number === undefined || !numbers.has(number))
      .map(([text]) => `${path}: ${text}`),
  )
  expect(wrong).toEqual([])
})

test('param: a relative link in a document leads to a file and to an existing heading', () => {
  const wrong = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, target = '', anchor]) => {
        const file = target === '' ? path : join(dirname(path), target)
        const isThere = existsSync(join(ROOT, file))
        return isThere && (anchor === undefined || anchorsIn(file).includes(anchor))
          ? []
          : [`${path}: ${link}`]
      },
    ),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['README.md', 100],
  ['CONTRIBUTING.md', 150],
])('param: %s has at most %i lines', (path, linesMax) => {
  expect(read(path).trimEnd().split('\n').length).toBeLessThanOrEqual(linesMax)
})

test('param: a page of docs has at most 25 kB', () => {
  const pages = documents.filter((path) => path.startsWith('docs/'))
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.filter((path) => Buffer.byteLength(read(path)) > PAGE_BYTES_MAX)).toEqual([])
})

test('param: the text of a link to a record is its number', () => {
  const wrong = documents.flatMap((path) =>
    [...read(path).matchAll(/\[(?:ADR )?(\d{4})[^\]]*\]\((?:[./a-z]*\/)?(\d{4})-[a-z0-9-]+\.md\)/g)]
      .filter(([, text, number]) => text !== number)
      .map(([link]) => `${path}: ${link}`),
  )
  expect(wrong).toEqual([])
})

test('param: a file or folder in inline code exists, relative to the root or to the document', () => {
  const wrong = documents.flatMap((path) =>
    path === 'CHANGELOG.md'
      ? []
      : [...read(path).matchAll(/`((?:src|widget|e2e|docs|public)\/[^`\s]*)`/g)]
          .flatMap(([, named = '']) => alternatives(named))
          .filter((named) => !isTracked(named) && !isTracked(join(dirname(path), named)))
          .map((named) => `${path}: ${named}`),
  )
  expect(wrong).toEqual([])
})

/** Expands `{a,b}`. */
function alternatives(path: string): string[] {
  const [whole, choices = ''] = /\{([^}]+)\}/.exec(path) ?? []
  return whole === undefined
    ? [path]
    : choices.split(',').flatMap((choice) => alternatives(path.replace(whole, choice)))
}

/** Whether a name is that of a tracked file or folder. `*` and `<name>` stand for any one name in a path. */
function isTracked(named: string): boolean {
  const pattern = named
    .replace(/\/$/, '')
    .replace(/[.+^$()[\]\\?]/g, String.raw`\$&`)
    .replace(/\*|<[^>]+>/g, '[^/]+')
  const regex = new RegExp(`^${pattern}(?:/|$)`)
  return tracked.some((path) => regex.test(path))
}

test('param: ADR 0002 gives a reason for each production dependency and names no other', () => {
  const table = read(`${RECORDS}/0002-stack-and-dependencies.md`)
  const named = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  )
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  expect(named.toSorted()).toEqual(Object.keys(dependencies).toSorted())
})

test('param: the page of settings has a row for each environment variable and no other', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| (`[A-Z][A-Z0-9_]*`(?:, `[A-Z][A-Z0-9_]*`)*) \|/gm)]
  const documented = rows.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '))
  const settings = [...read('src/cli/environment.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)]
  expect(documented.toSorted()).toEqual(settings.map(([, name = '']) => name).toSorted())
})

test('param: the counts of endpoints, cells, bodies and pages in proven.md match the tables', () => {
  const proven = read('docs/proven.md').replaceAll(',', '')
  const rows = TABLE_ROWS.length
  const cells = rows * (SCOPES.length + 1)
  const bodies = TABLE_ROWS.filter(({ row }) => row.body !== undefined).length
  const counted = [
    `500 requests to ${rows} endpoints`,
    `316 of the 318 texts of JSONTestSuite at each of ${bodies} endpoints ${bodies * 316} requests`,
    `at each of ${rows} endpoints: equal bytes`,
    `${cells} of ${cells} cells: ${rows} endpoints ${SCOPES.length} scopes and none`,
    `| ${Object.keys(paths).length} pages two themes two widths`,
  ]
  expect(counted.filter((count) => !proven.includes(count))).toEqual([])
})
