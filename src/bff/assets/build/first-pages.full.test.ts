import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_PAGES } from '#bff/assets/first-pages.ts'
import { compileAhead } from './compile-ahead.ts'
import { namePageCode } from './name-page-code.ts'

const HINT = '//# allFunctionsCalledOnLoad\n'
const PAGES = ['overview-page', 'wallets-page', 'other-page']

/** A site of an entry, a framework that it imports, and pages that are loaded on demand; each page has a part of its own. */
const FILES: Record<string, string> = {
  'index.html':
    '<!doctype html><html><head>\n  </head><body><div id="root"></div><script type="module" src="/main.ts"></script></body></html>',
  'framework.ts': 'export const draw = (text: string) => { document.title = text }',
  'main.ts': `import { draw } from './framework'
${PAGES.map((name) => `document.addEventListener('${name}', () => import('./${name}.tsx'))`).join('\n')}
draw('begun')`,
  ...Object.fromEntries(
    PAGES.flatMap((name) => [
      [`${name}.tsx`, `import { part } from './${name}-part'\nconsole.log('${name}', part)`],
      [`${name}-part.ts`, `export const part = 'part of ${name}'`],
    ]),
  ),
}

let root: string
let output: Rolldown.RolldownOutput['output']
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'latchkey-first-pages-'))
  await mkdir(root, { recursive: true })
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text)
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [compileAhead(FIRST_PAGES.map(({ module }) => module)), namePageCode()],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'framework', test: /framework\.ts$/ },
              { name: 'overview-part', test: /overview-page-part\.ts$/ },
            ],
          },
        },
      },
    },
  })
  if (!('output' in built)) throw new Error('the build answers one output')
  output = built.output
})
afterAll(() => rm(root, { recursive: true, force: true }))

function chunk(name: string): { fileName: string; code: string } {
  const found = output.find((file) => file.type === 'chunk' && file.name === name)
  if (found?.type !== 'chunk') throw new Error(`the build has no ${name}`)
  return found
}

function html(fileName: string): string {
  const found = output.find((file) => file.fileName === fileName)
  if (found?.type !== 'asset') throw new Error(`the build has no ${fileName}`)
  return String(found.source)
}

describe('the code of the first pages', () => {
  test.each(['index', 'overview-page', 'overview-part', 'wallets-page'])(
    'behavior: %s is compiled while it arrives',
    (name) => {
      expect(chunk(name).code.startsWith(HINT)).toBe(true)
    },
  )

  test.each(['framework', 'other-page'])('behavior: %s is compiled as it is called', (name) => {
    expect(chunk(name).code).not.toContain(HINT.trim())
  })

  test('behavior: the form of index.html for a page names its code and the parts of it, and no other page', () => {
    const overview = html('pages/overview.html')
    for (const name of ['overview-page', 'overview-part']) {
      expect(overview).toContain(`<link rel="modulepreload" crossorigin href="/${chunk(name).fileName}">`)
    }
    expect(overview).not.toContain(chunk('wallets-page').fileName)
    expect(overview).not.toContain(chunk('other-page').fileName)
    expect(html('pages/wallets.html')).toContain(chunk('wallets-page').fileName)
  })

  test('behavior: the form for a page starts the console by way of begin.js, which shows the picture first', () => {
    const { fileName } = chunk('index')
    const begins = `<script defer src="/begin.js" data-main="/${fileName}"></script>`
    for (const { file } of FIRST_PAGES) {
      expect(html(file)).toContain(begins)
      expect(html(file)).toContain(`<link rel="modulepreload" crossorigin href="/${fileName}">`)
      expect(html(file)).not.toContain('type="module"')
    }
    expect(html('index.html')).toContain(`<script type="module" crossorigin src="/${fileName}">`)
    expect(html('index.html')).not.toContain('begin.js')
  })

  test('behavior: index.html itself names no page', () => {
    for (const name of PAGES) expect(html('index.html')).not.toContain(chunk(name).fileName)
  })
})
