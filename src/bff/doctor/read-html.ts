import { html, Tokenizer, TokenizerMode, type Token } from 'parse5'

export type ScriptTag = ReturnType<typeof scriptOf>
export type ReadHtml = {
  scripts: ScriptTag[]
  /** Policies in `<meta http-equiv>`. */
  policies: string[]
  /** The attributes of each `<latchkey-wallet>`. */
  widgets: Map<string, string>[]
  /** The attributes of each `<latchkey-frame>`. */
  frames: Map<string, string>[]
}

const { TAG_ID } = html
/** The content of these elements is text: no tag, no comment. Source: HTML, 13.2.6.4. */
const TEXT_MODES: ReadonlyMap<html.TAG_ID, Tokenizer['state']> = new Map([
  [TAG_ID.SCRIPT, TokenizerMode.SCRIPT_DATA],
  [TAG_ID.TITLE, TokenizerMode.RCDATA],
  [TAG_ID.TEXTAREA, TokenizerMode.RCDATA],
  [TAG_ID.PLAINTEXT, TokenizerMode.PLAINTEXT],
  ...[TAG_ID.STYLE, TAG_ID.IFRAME, TAG_ID.XMP, TAG_ID.NOEMBED, TAG_ID.NOFRAMES, TAG_ID.NOSCRIPT].map(
    (tag) => [tag, TokenizerMode.RAWTEXT] as const,
  ),
])
const ignore = () => undefined

/**
 * What the doctor needs of a page's markup, by the tokens that a browser reads; additions by scripts are not seen.
 * No tree is built: a hostile page of a megabyte can make that take minutes.
 */
export function readHtml(text: string): ReadHtml {
  const read: ReadHtml = { scripts: [], policies: [], widgets: [], frames: [] }
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (tag) => {
        note(read, tag)
        tokenizer.state = TEXT_MODES.get(tag.tagID) ?? tokenizer.state
      },
      onEndTag: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  )
  tokenizer.write(text, true)
  return read
}

function note(read: ReadHtml, { tagName, attrs }: Token.TagToken): void {
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]))
  switch (tagName) {
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
    case 'latchkey-wallet':
      read.widgets.push(attributes)
      break
  }
}

function scriptOf(attributes: Map<string, string>) {
  return {
    src: attributes.get('src') ?? '',
    integrity: attributes.get('integrity') ?? '',
    crossorigin: attributes.get('crossorigin') ?? null,
    nonce: attributes.get('nonce') ?? '',
  }
}
