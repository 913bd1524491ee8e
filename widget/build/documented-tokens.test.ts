import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './file-config.ts'
import { inlineMeasures, pruneCss, widgetStyles } from './prune-tokens.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const tokens = read('src/protocol/theme/tokens.css')
const styles = inlineMeasures(widgetStyles(), tokens)
const built = `${pruneCss(tokens, styles)}${styles}${read('widget/theme.ts')}`
const one = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Each custom property with its description in docs/widget-theme.md. */
const documented = new Map(
  [...read('docs/widget-theme.md').matchAll(/^\| `(--latchkey-[a-z0-9-]+)` \| (.*?) \| .* \|$/gm)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('`', '')],
  ),
)

test('param: documents exactly the custom properties that the built styles use', () => {
  const used = new Set(
    [...built.matchAll(/(?:var\(|[\s{;])(--latchkey-[a-z0-9-]+)/g)].map(([, name = '']) => name),
  )
  expect([...used].filter((name) => !documented.has(name)).toSorted()).toEqual([])
  expect([...documented.keys()].filter((name) => !used.has(name)).toSorted()).toEqual([])
  expect(documented.size).toBeGreaterThan(30)
})

test('param: the documented default of a color, font or corner equals the token’s value', () => {
  const declared = new Map(
    [...tokens.matchAll(/(--latchkey-[a-z0-9-]+):([^;]*);/g)].map(([, name = '', value = '']) => [
      name,
      one(value),
    ]),
  )
  for (const [name, value] of documented) {
    const token = declared.get(name)
    // Values derived from another token are described in words.
    if (token !== undefined && !token.includes('var(')) expect(one(value), name).toBe(token)
  }
})

test('param: documents exactly the parts and slots in the code', () => {
  const source = [
    'widget/element.ts',
    'widget/screens/stage.ts',
    'widget/screens/parts.ts',
    'widget/screens/field.ts',
    'widget/screens/confirm-screen.ts',
    'widget/welcome/show-brand.ts',
  ]
    .map(read)
    .join('\n')
  const docs = read('docs/widget-theme.md')
  const named = (kind: string) =>
    new Set(
      [...docs.matchAll(new RegExp(`^\\| ${kind} \`([a-z]+)\` \\|`, 'gm'))].map(([, name = '']) => name),
    )
  const parts = new Set([...source.matchAll(/part: '([a-z]+)'/g)].map(([, name = '']) => name))
  expect(named('part')).toEqual(parts)
  const slots = new Set(
    [...source.matchAll(/slot(?:\(|', \{ name: )'([a-z]+)'/g)].map(([, name = '']) => name),
  )
  expect(named('slot')).toEqual(slots)
})
