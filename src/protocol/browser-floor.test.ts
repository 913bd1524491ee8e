import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTargets, PAGES_FLOOR, WIDGET_FLOOR, type BrowserFloor } from './browser-floor.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('behavior: the documents and the linter name the same versions', () => {
  const cells = ({ chrome, firefox, safari }: BrowserFloor) => `| ${chrome} | ${firefox} | ${safari} |`
  for (const floor of [WIDGET_FLOOR, PAGES_FLOOR]) {
    expect(read('docs/widget.md')).toContain(cells(floor))
    expect(read('src/bench/gates/newer-apis.mjs')).toContain(
      `Chrome ${floor.chrome}, Firefox ${floor.firefox}, Safari ${floor.safari}`,
    )
    expect(read('README.md').replaceAll(/\s+/g, ' ')).toContain(
      `Chrome ${floor.chrome}, Firefox ${floor.firefox} and Safari ${floor.safari}`,
    )
  }
})

test('behavior: lists a floor as build targets', () => {
  expect(listTargets(PAGES_FLOOR)).toEqual(['chrome123', 'firefox128', 'safari17.5'])
})
