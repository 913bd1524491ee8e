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

const TAG = /<(script|meta|latchkey-wallet|latchkey-frame)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([^\s"'=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
const COMMENT = /<!--[\s\S]*?-->/g

/**
 * What the doctor needs of a page's text. It is no parser: what a script adds later is not seen, and comments are
 * left out.
 */
export function readHtml(html: string): ReadHtml {
  const read: ReadHtml = { scripts: [], policies: [], widgets: [], frames: [] }
  for (const [, name = '', text = ''] of html.replaceAll(COMMENT, '').matchAll(TAG)) {
    const attributes = attributesOf(text)
    switch (name.toLowerCase()) {
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
