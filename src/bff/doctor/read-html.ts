import { setImmediate } from 'node:timers/promises'
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
  /** False when the page has more of something than is kept. */
  isWhole: boolean
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
/** Maximum elements of each kind that are kept. Real pages have fewer than a hundred scripts. */
const ELEMENTS_MAX = 1_000
/** Policies of a page, and attributes of an element. Real ones have one, and twenty. */
const POLICIES_MAX = 20
const ATTRIBUTES_MAX = 100
/** Characters that are read in one go: a hostile page costs up to 0.2 ms for each thousand. */
const PIECE_LENGTH = 16_384
const ignore = () => undefined

/** Reads a page as `readPieces` does. The process answers others between two pieces. */
export async function readHtml(text: string): Promise<ReadHtml> {
  const pieces = readPieces(text)
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
    await setImmediate()
  }
}

/**
 * What the doctor needs of a page's markup, by the tokens that a browser reads; additions by scripts are not seen.
 * No tree is built: a hostile page of a megabyte can make that take minutes.
 */
export function* readPieces(text: string): Generator<undefined, ReadHtml> {
  const read: ReadHtml = { scripts: [], policies: [], widgets: [], frames: [], isWhole: true }
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
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    tokenizer.write(text.slice(start, start + PIECE_LENGTH), false)
    yield
  }
  tokenizer.write('', true)
  return read
}

/** Reads the attributes of those elements alone that it keeps. */
function note(read: ReadHtml, tag: Token.TagToken): void {
  switch (tag.tagName) {
    case 'script':
      keep(read, read.scripts, () => scriptOf(attributesOf(read, tag)))
      break
    case 'meta': {
      const attributes = attributesOf(read, tag)
      const isPolicy = attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'
      if (isPolicy) keep(read, read.policies, () => attributes.get('content') ?? '', POLICIES_MAX)
      break
    }
    case 'latchkey-frame':
      keep(read, read.frames, () => attributesOf(read, tag))
      break
    case 'latchkey-wallet':
      keep(read, read.widgets, () => attributesOf(read, tag))
      break
  }
}

function keep<Kept>(read: ReadHtml, list: Kept[], next: () => Kept, max = ELEMENTS_MAX): void {
  if (list.length < max) list.push(next())
  else read.isWhole = false
}

function attributesOf(read: ReadHtml, { attrs }: Token.TagToken): Map<string, string> {
  if (attrs.length > ATTRIBUTES_MAX) read.isWhole = false
  return new Map(attrs.slice(0, ATTRIBUTES_MAX).map(({ name, value }) => [name, value]))
}

function scriptOf(attributes: Map<string, string>) {
  return {
    src: attributes.get('src') ?? '',
    integrity: attributes.get('integrity') ?? '',
    crossorigin: attributes.get('crossorigin') ?? null,
    nonce: attributes.get('nonce') ?? '',
  }
}
