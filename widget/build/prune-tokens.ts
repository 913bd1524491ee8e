import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './file-config.ts'

const TOKENS = 'src/shared/theme/tokens.css'
const STYLES = 'widget/styles.css'
const DECLARATION = /(--latchkey-[a-z0-9-]+):([^;]*);/g
const REFERENCE = /var\((--latchkey-[a-z0-9-]+)\)/g

/** Measures, which integrators do not replace: their values go straight into the styles. Colours, fonts and shapes stay. */
const MEASURE =
  /^--latchkey-(space|leading|weight|tracking|control|width|duration|ease|focus-(width|offset)|text-(sm|md|xl|2xl)$)/

/** Puts measures into the widget's styles, and leaves of the design tokens only those that the styles reach. */
export function pruneTokens(): Plugin {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
  return {
    name: 'latchkey:prune-tokens',
    enforce: 'pre',
    transform(css, id) {
      if (id.endsWith(`/${STYLES}?inline`)) return { code: inlineMeasures(css, read(TOKENS)), map: null }
      if (!id.endsWith(`/${TOKENS}?inline`)) return null
      return { code: pruneCss(css, inlineMeasures(read(STYLES), css)), map: null }
    },
  }
}

/** `styles` with the values of the measures in place of their names. */
export function inlineMeasures(styles: string, tokens: string): string {
  const values = valuesOf(tokens)
  return styles.replace(REFERENCE, (reference, name: string) =>
    MEASURE.test(name) ? (values.get(name)?.trim() ?? reference) : reference,
  )
}

/** `tokens` for a shadow root, without the custom properties that `styles` use neither themselves nor through another. */
export function pruneCss(tokens: string, styles: string): string {
  const values = valuesOf(tokens)
  const reached = new Set<string>()
  const pending = namesIn(styles)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (reached.has(name)) continue
    reached.add(name)
    pending.push(...namesIn(values.get(name) ?? ''))
  }
  return tokens
    .replace(DECLARATION, (declaration, name: string) => (reached.has(name) ? declaration : ''))
    .replace(/:root[^,{]*,\s*/g, '')
}

/** The first value of each token: those of the media queries follow it. */
function valuesOf(tokens: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of tokens.matchAll(DECLARATION)) {
    if (!values.has(name)) values.set(name, value)
  }
  return values
}

function namesIn(css: string): string[] {
  return [...css.matchAll(REFERENCE)].map(([, name = '']) => name)
}
