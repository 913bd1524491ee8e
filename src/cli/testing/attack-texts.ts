import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp'

/** A repetition that may be longer than this can cost time that grows faster than the text. */
const REPEATED_MIN = 50
/** Stand for the rest of Unicode where a class has no character that the pattern names. */
const EXAMPLES = ['a', '0', ' ', '-', '\u0000', '\n', '\u0301', '\u200b', '漢']
const ENDS = ['', '\u0000', '\n!']

/**
 * Texts of a length with which a pattern would take long if it can: what may be repeated, repeated; with what has to stand
 * before it once, or each time, so that a search begins again and again; one or two characters of a class at a time, as a
 * word's border needs two kinds. None of them ends as the pattern wants.
 */
export function* attackTexts(pattern: RegExp, length: number): Generator<string> {
  const { source, flags } = pattern
  const ast = new RegExpParser().parsePattern(source, undefined, undefined, { unicode: flags.includes('u') })
  const samples = new Samples(flags.replaceAll(/[gy]/g, ''), ast)
  const repeated: AST.Quantifier[] = []
  visitRegExpAST(ast, {
    onQuantifierEnter: (node) => void (node.max >= REPEATED_MIN && repeated.push(node)),
  })
  for (const node of repeated) {
    const before = samples.before(node)
    for (const unit of samples.units(node.element)) {
      for (const end of ENDS) yield before + fill(unit, length) + end
      yield `${fill(before + unit, length)}\u0000`
    }
    if (before !== '') yield fill(before, length)
  }
}

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

/** The shortest texts that parts of a pattern match. */
class Samples {
  private readonly flags: string
  private readonly characters: string[]

  constructor(flags: string, ast: AST.Pattern) {
    this.flags = flags
    const named = new Set<string>()
    visitRegExpAST(ast, { onCharacterEnter: ({ value }) => void named.add(String.fromCodePoint(value)) })
    this.characters = [...named, ...EXAMPLES.filter((example) => !named.has(example))]
  }

  /** What has to stand before a part so that it is reached. */
  before(node: AST.Node): string {
    const { parent } = node
    if (parent === null) return ''
    const siblings = parent.type === 'Alternative' ? parent.elements : []
    const position = siblings.findIndex((sibling) => sibling === node)
    const own = siblings.slice(0, Math.max(position, 0)).map((sibling) => this.shortest(sibling))
    return this.before(parent) + own.join('')
  }

  /** What a repeated part may be, one time: for a class some of its characters, and every two of them. */
  units(node: AST.Element): string[] {
    const singles = this.some(node).filter((text) => text !== '')
    const isClass = node.type === 'CharacterClass' || node.type === 'CharacterSet'
    return isClass
      ? [...singles, ...singles.flatMap((a) => singles.filter((b) => b !== a).map((b) => a + b))]
      : singles
  }

  private some(node: AST.Element): string[] {
    if (node.type === 'CharacterClass' || node.type === 'CharacterSet') return this.ofClass(node)
    if (node.type === 'Group' || node.type === 'CapturingGroup') {
      const texts = node.alternatives.map(({ elements }) =>
        elements.map((part) => this.shortest(part)).join(''),
      )
      const longer = node.alternatives.map(({ elements }) => elements.map((part) => this.once(part)).join(''))
      return [...new Set([...texts, ...longer])]
    }
    return [this.shortest(node)]
  }

  private shortest(node: AST.Element): string {
    if (node.type === 'Character') return String.fromCodePoint(node.value)
    if (node.type === 'Quantifier') return node.min === 0 ? '' : this.once(node).repeat(node.min)
    if (node.type === 'Assertion' || node.type === 'Backreference') return ''
    return this.some(node)[0] ?? ''
  }

  /** A part that may be left out, not left out. */
  private once(node: AST.Element): string {
    return node.type === 'Quantifier' ? this.shortest(node.element) : this.shortest(node)
  }

  private ofClass(node: AST.Element): string[] {
    const one = new RegExp(`^${node.raw}$`, this.flags)
    return this.characters.filter((character) => one.test(character))
  }
}
