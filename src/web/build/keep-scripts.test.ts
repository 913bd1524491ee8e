import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { writeDocs } from './build-docs.ts'
import { rescuePage } from './build-rescue.ts'
import { keepScripts } from './keep-scripts.ts'
import { refuseOldBrowsers } from './refuse-old-browsers.ts'

test('behavior: Rocket Loader leaves every script of a built page unchanged (openclaw/openclaw 135683)', async () => {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-scripts-'))
  await writeFile(join(root, 'main.js'), 'document.title = "here"')
  await writeFile(
    join(root, 'index.html'),
    '<!doctype html><html><head><script type="module" src="/main.js"></script></head><body></body></html>',
  )
  const plugins = [refuseOldBrowsers(), keepScripts()]
  await build({ configFile: false, root, logLevel: 'silent', plugins })
  const html = await readFile(join(root, 'dist/index.html'), 'utf8')
  const scripts = html.match(/<script[^>]*>/g) ?? []
  expect(scripts).toHaveLength(2)
  for (const script of scripts) expect(script).toMatch(/^<script data-cfasync="false" .*src=/)
  await rm(root, { recursive: true })
})

test('behavior: the pages that Vite does not build have the same mark', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pages-'))
  const [docsPage] = writeDocs(folder, { 'docs/api.md': '# API' })
  const pages = [
    await readFile(join(folder, `${docsPage?.slug}.html`), 'utf8'),
    rescuePage({ script: 'a', style: 'b' }),
    await readFile(new URL('../../../public/verify-receipt.html', import.meta.url), 'utf8'),
  ]
  for (const page of pages) {
    const scripts = page.match(/<script[^>]*>/g) ?? []
    expect(scripts).not.toEqual([])
    for (const script of scripts) expect(script).toMatch(/^<script data-cfasync="false"/)
  }
  await rm(folder, { recursive: true })
})
