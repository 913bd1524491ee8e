import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './file-config.ts'

const TOKENS = 'src/protocol/theme/tokens.css'
/** The integrator's page of the demo has styles of its own. */
const DEMO = 'widget/demo/'
const DECLARATION = /(--latchkey-[a-z0-9-]+):([^;]*);/g
const REFERENCE = /var\((--latchkey-[a-z0-9-]+)\)/g

/** Measures, which integrators do not replace: their values go straight into the styles. Colours, fonts and shapes stay. */
const MEASURE =
  /^--latchkey-(space|leading|weight|tracking|control|width-|duration|ease|focus-(width|offset)|text-(sm|md|xl|2xl)$)/
const DISTANCE = /^--latchkey-space-/

/**
 * Puts measures into the widget's styles, and leaves of the design tokens only those that the styles reach: those of
 * the files on demand too, which find them on the element.
 */
export function pruneTokens(): Plugin {
  return {
    name: 'latchkey:prune-tokens',
    enforce: 'pre',
    transform(css, id) {
      if (id.endsWith(`/${TOKENS}?inline`))
        return { code: pruneCss(css, inlineMeasures(widgetStyles(), css)), map: null }
      if (!id.startsWith(`${ROOT}widget/`) || !id.endsWith('.css?inline')) return null
      return { code: inlineMeasures(css, read(TOKENS)), map: null }
    },
  }
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The styles of all of the widget's files, one after another. */
export function widgetStyles(): string {
  const names = readdirSync(join(ROOT, 'widget'), { recursive: true, encoding: 'utf8' })
  const paths = names.map((name) => `widget/${name.replaceAll('\\', '/')}`)
  const styles = paths.filter((path) => path.endsWith('.css') && !path.startsWith(DEMO))
  return styles.toSorted().map(read).join('\n')
}

/** `styles` with the values of the measures instead of their names; distances stay scalable by one token. */
export function inlineMeasures(styles: string, tokens: string): string {
  const values = valuesOf(tokens)
  return styles.replace(REFERENCE, (reference, name: string) => {
    const value = MEASURE.test(name) ? values.get(name)?.trim() : undefined
    if (value === undefined) return reference
    return DISTANCE.test(name) ? `calc(${value}*var(--latchkey-space,1))` : value
  })
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
    .replace(/:(?:root|host\(\[data-)[^,{]*,\s*/g, '')
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
