import { setImmediate } from 'node:timers/promises'
import { html, Tokenizer, TokenizerMode, type Token } from 'parse5'

export type ScriptTag = ReturnType<typeof toScriptTag>
export type ReadHtml = {
  scripts: ScriptTag[]
  /** Policies in `<meta http-equiv>`. */
  policies: string[]
  /** Attributes of each `<latchkey-wallet>`. */
  widgets: Map<string, string>[]
  /** Attributes of each `<latchkey-frame>`. */
  frames: Map<string, string>[]
  /** False if the page has more elements than the limits allow. */
  isWhole: boolean
}

const { TAG_ID } = html
/** Elements whose content is text, without tags and comments. Source: HTML, 13.2.6.4. */
const TEXT_MODES: ReadonlyMap<html.TAG_ID, Tokenizer['state']> = new Map([
  [TAG_ID.SCRIPT, TokenizerMode.SCRIPT_DATA],
  [TAG_ID.TITLE, TokenizerMode.RCDATA],
  [TAG_ID.TEXTAREA, TokenizerMode.RCDATA],
  [TAG_ID.PLAINTEXT, TokenizerMode.PLAINTEXT],
  ...[TAG_ID.STYLE, TAG_ID.IFRAME, TAG_ID.XMP, TAG_ID.NOEMBED, TAG_ID.NOFRAMES, TAG_ID.NOSCRIPT].map(
    (tag) => [tag, TokenizerMode.RAWTEXT] as const,
  ),
])
/** Maximum elements of each kind that are read. Real pages have fewer than a hundred scripts. */
const ELEMENTS_MAX = 1_000
/** Maximum policies per page, and attributes per element. Real pages have one policy, and twenty attributes. */
const POLICIES_MAX = 20
const ATTRIBUTES_MAX = 100
/** Characters read per piece. A hostile page costs up to 0.2 ms per thousand characters. */
const PIECE_LENGTH = 16_384
const ignore = () => undefined

/** Reads a page as `readPieces` does. The process handles other requests between two pieces. */
export async function readHtml(text: string): Promise<ReadHtml> {
  const pieces = readPieces(text)
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
    await setImmediate()
  }
}

/**
 * Reads the elements that the doctor needs from a page's markup, with a browser's tokenizer. Elements that scripts
 * add are not seen. Builds no tree, because a hostile page of a megabyte can make that take minutes.
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

/** Stores the attributes of the elements that the doctor needs. */
function note(read: ReadHtml, tag: Token.TagToken): void {
  switch (tag.tagName) {
    case 'script':
      keep(read, read.scripts, () => toScriptTag(readAttributes(read, tag)))
      break
    case 'meta': {
      const attributes = readAttributes(read, tag)
      const isPolicy = attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'
      if (isPolicy) keep(read, read.policies, () => attributes.get('content') ?? '', POLICIES_MAX)
      break
    }
    case 'latchkey-frame':
      keep(read, read.frames, () => readAttributes(read, tag))
      break
    case 'latchkey-wallet':
      keep(read, read.widgets, () => readAttributes(read, tag))
      break
  }
}

function keep<Kept>(read: ReadHtml, list: Kept[], next: () => Kept, max = ELEMENTS_MAX): void {
  if (list.length < max) list.push(next())
  else read.isWhole = false
}

function readAttributes(read: ReadHtml, { attrs }: Token.TagToken): Map<string, string> {
  if (attrs.length > ATTRIBUTES_MAX) read.isWhole = false
  return new Map(attrs.slice(0, ATTRIBUTES_MAX).map(({ name, value }) => [name, value]))
}

function toScriptTag(attributes: Map<string, string>) {
  return {
    src: attributes.get('src') ?? '',
    integrity: attributes.get('integrity') ?? '',
    crossorigin: attributes.get('crossorigin') ?? null,
    nonce: attributes.get('nonce') ?? '',
  }
}
