import { RegExpParser, visitRegExpAST, type AST } from '@eslint-community/regexpp'

/** Minimum length of a repetition that can cost superlinear time. */
const REPEATED_MIN = 50
/** Samples of Unicode for classes that contain none of the characters in the pattern. */
const EXAMPLES = ['a', '0', ' ', '-', '\u0000', '\n', '\u0301', '\u200b', '漢']
const ENDS = ['', '\u0000', '\n!']

/**
 * Texts of a given length that make a vulnerable pattern slow. Each text repeats one repeatable part of the pattern,
 * the text that leads to that part, or both together. The search then restarts often. Classes contribute one or two
 * characters at a time, because a word boundary needs two kinds. No text ends in a match.
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

  /** Text that leads the pattern to this part. */
  before(node: AST.Node): string {
    const { parent } = node
    if (parent === null) return ''
    const siblings = parent.type === 'Alternative' ? parent.elements : []
    const position = siblings.findIndex((sibling) => sibling === node)
    const own = siblings.slice(0, Math.max(position, 0)).map((sibling) => this.shortest(sibling))
    return this.before(parent) + own.join('')
  }

  /** Samples of one repetition. For a class these are some of its characters and every pair of them. */
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

  /** An optional part, included once. */
  private once(node: AST.Element): string {
    return node.type === 'Quantifier' ? this.shortest(node.element) : this.shortest(node)
  }

  private ofClass(node: AST.Element): string[] {
    const one = new RegExp(`^${node.raw}$`, this.flags)
    return this.characters.filter((character) => one.test(character))
  }
}
