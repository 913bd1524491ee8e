import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { ROOT } from './file-config.ts'

const TOKENS = 'src/protocol/theme/tokens.css'
/** The demo's integrator page has its own styles. */
const DEMO = 'widget/demo/'
const DECLARATION = /(--latchkey-[a-z0-9-]+):([^;]*);/g
const REFERENCE = /var\((--latchkey-[a-z0-9-]+)\)/g

/**
 * Tokens for sizes and timing. Integrators do not replace them, so their values are inlined. Colors, fonts and shapes
 * stay replaceable.
 */
const MEASURE =
  /^--latchkey-(space|leading|weight|tracking|control|width-|duration|ease|focus-(width|offset)|text-(sm|md|xl|2xl)$)/
const DISTANCE = /^--latchkey-space-/
const IMPORT = /^@import '(\.\/[a-z/-]+\.css)';\n/gm

/**
 * Inlines size tokens in the widget's styles and removes unused design tokens. Keeps tokens that files on demand
 * use, because they read them from the element.
 */
export function pruneTokens(): Plugin {
  return {
    name: 'latchkey:prune-tokens',
    enforce: 'pre',
    transform(css, id) {
      if (id.endsWith(`/${TOKENS}?inline`))
        return { code: pruneCss(css, inlineMeasures(widgetStyles(), css)), map: null }
      if (!id.startsWith(`${ROOT}widget/`) || !id.endsWith('.css?inline')) return null
      const joined = joinSheets(css, dirname(id.slice(ROOT.length)))
      return { code: inlineMeasures(joined, read(TOKENS)), map: null }
    },
  }
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * Returns a style sheet with each import rule replaced by the imported sheet. Vite would insert the sheets later,
 * without inlining their sizes. `folder` is the folder of `css`, from the repository's root.
 */
export function joinSheets(css: string, folder: string): string {
  return css.replace(IMPORT, (_rule, path: string) => read(join(folder, path)))
}

/** The styles of all widget files, concatenated. */
export function widgetStyles(): string {
  const names = readdirSync(join(ROOT, 'widget'), { recursive: true, encoding: 'utf8' })
  const paths = names.map((name) => `widget/${name.replaceAll('\\', '/')}`)
  const styles = paths.filter((path) => path.endsWith('.css') && !path.startsWith(DEMO))
  return styles.toSorted().map(read).join('\n')
}

/** Replaces size tokens in `styles` with their values. One token still scales all distances. */
export function inlineMeasures(styles: string, tokens: string): string {
  const values = readValues(tokens)
  return styles.replace(REFERENCE, (reference, name: string) => {
    const value = MEASURE.test(name) ? values.get(name)?.trim() : undefined
    if (value === undefined) return reference
    return DISTANCE.test(name) ? `calc(${value}*var(--latchkey-space,1))` : value
  })
}

/**
 * Converts `tokens` for a shadow root. Removes custom properties that `styles` uses neither directly nor
 * through another one.
 */
export function pruneCss(tokens: string, styles: string): string {
  const values = readValues(tokens)
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

/** First value of each token. The values in media queries follow it. */
function readValues(tokens: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [, name = '', value = ''] of tokens.matchAll(DECLARATION)) {
    if (!values.has(name)) values.set(name, value)
  }
  return values
}

function namesIn(css: string): string[] {
  return [...css.matchAll(REFERENCE)].map(([, name = '']) => name)
}
