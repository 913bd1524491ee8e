import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { keepScripts } from './keep-scripts.ts'
import { refuseOldBrowsers } from './refuse-old-browsers.ts'

test('behavior: Rocket Loader leaves every script of a built page as it is (openclaw/openclaw 135683)', async () => {
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
