import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './file-config.ts'
import { inlineMeasures, joinSheets, pruneCss, widgetStyles } from './prune-tokens.ts'

const TOKENS = `:root,
:host {
  --latchkey-accent: #123456;
  --latchkey-soft: color-mix(in oklab, var(--latchkey-accent) 10%, white);
  --latchkey-unused: red;
  --latchkey-space-1: 0.5rem;
}
:root[data-theme='dark'],
:host([theme='dark']) {
  color-scheme: dark;
}`

test('behavior: keeps a token that is used through another, and removes an unused one', () => {
  const pruned = pruneCss(TOKENS, 'p { color: var(--latchkey-soft) }')
  expect(pruned).toContain('--latchkey-accent: #123456')
  expect(pruned).not.toContain('--latchkey-unused')
  expect(pruned).not.toContain(':root')
  expect(pruned).toContain(":host([theme='dark'])")
})

test('behavior: measures become values, and colors stay replaceable', () => {
  const styles = 'p { gap: var(--latchkey-space-1); color: var(--latchkey-accent) }'
  expect(inlineMeasures(styles, TOKENS)).toBe(
    'p { gap: calc(0.5rem*var(--latchkey-space,1)); color: var(--latchkey-accent) }',
  )
})

test('behavior: the widget’s style sheet contains each of its sheets once', () => {
  const joined = joinSheets(readFileSync(join(ROOT, 'widget/styles.css'), 'utf8'), 'widget')
  expect(joined).not.toContain('@import')
  for (const name of readdirSync(join(ROOT, 'widget/styles'))) {
    const sheet = readFileSync(join(ROOT, 'widget/styles', name), 'utf8')
    expect(joined.split(sheet), name).toHaveLength(2)
  }
})

test('behavior: every token that the widget uses exists', () => {
  const tokens = readFileSync(join(ROOT, 'src/protocol/theme/tokens.css'), 'utf8')
  const used = [...widgetStyles().matchAll(/var\((--latchkey-[a-z0-9-]+)\)/g)].map(([, name = '']) => name)
  expect(used.filter((name) => !tokens.includes(`${name}:`))).toEqual([])
})
