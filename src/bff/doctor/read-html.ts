export type ScriptTag = {
  src: string
  integrity: string
  crossorigin: string | null
  nonce: string
  type: string
}
export type ReadHtml = {
  scripts: ScriptTag[]
  /** Policies in `<meta http-equiv>`. */
  policies: string[]
  /** The attributes of each `<latchkey-wallet>`. */
  widgets: Map<string, string>[]
  /** The attributes of each `<latchkey-frame>`. */
  frames: Map<string, string>[]
}

const TAG = /<(script|meta|latchkey-wallet|latchkey-frame)\b/gi
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/**
 * What the doctor needs of a page's text. It is no parser: what a script adds later is not seen, and comments are
 * left out.
 */
export function readHtml(html: string): ReadHtml {
  const read: ReadHtml = { scripts: [], policies: [], widgets: [], frames: [] }
  for (const { name, text } of tagsOf(withoutComments(html))) {
    const attributes = attributesOf(text)
    switch (name) {
      case 'script':
        read.scripts.push(scriptOf(attributes))
        break
      case 'meta': {
        const isPolicy = attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'
        if (isPolicy) read.policies.push(attributes.get('content') ?? '')
        break
      }
      case 'latchkey-frame':
        read.frames.push(attributes)
        break
      default:
        read.widgets.push(attributes)
    }
  }
  return read
}

/** A comment that does not end is one to the end of the page, as browsers read it. */
function withoutComments(html: string): string {
  let kept = ''
  let position = 0
  for (;;) {
    const start = html.indexOf('<!--', position)
    if (start < 0) return kept + html.slice(position)
    kept += html.slice(position, start)
    const end = html.indexOf('-->', start + 4)
    if (end < 0) return kept
    position = end + 3
  }
}

/** Once over the page, whatever it holds: behind a tag that does not end browsers read nothing more either. */
function* tagsOf(html: string): Generator<{ name: string; text: string }> {
  let end = 0
  for (const { index, 0: opening, 1: name = '' } of html.matchAll(TAG)) {
    if (index < end) continue
    const start = index + opening.length
    end = endOfTag(html, start)
    if (end < 0) return
    yield { name: name.toLowerCase(), text: html.slice(start, end) }
  }
}

/** Where the `>` stands that is in no quotes; -1 without one. */
function endOfTag(html: string, start: number): number {
  let position = start
  while (position < html.length) {
    const sign = html.charAt(position)
    if (sign === '>') return position
    if (sign === '"' || sign === "'") position = html.indexOf(sign, position + 1)
    if (position < start) return -1
    position += 1
  }
  return -1
}

function scriptOf(attributes: Map<string, string>): ScriptTag {
  return {
    src: attributes.get('src') ?? '',
    integrity: attributes.get('integrity') ?? '',
    crossorigin: attributes.get('crossorigin') ?? null,
    nonce: attributes.get('nonce') ?? '',
    type: attributes.get('type') ?? '',
  }
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare ?? ''
    attributes.set(name.toLowerCase(), unescapeHtml(value))
  }
  return attributes
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
