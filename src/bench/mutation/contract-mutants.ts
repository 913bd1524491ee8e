/** One change of a source text, with its line. */
export type Mutant = { line: number; before: string; after: string; text: string }

/** Replacements in Solidity: operators, constants, conditions. Each pattern matches code only, never comments. */
const EXCHANGES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ == /g, [' != ']],
  [/ != /g, [' == ']],
  [/ < /g, [' <= ', ' >= ']],
  [/ > (?!=)/g, [' >= ', ' <= ']],
  [/ <= /g, [' < ']],
  [/ >= /g, [' > ']],
  [/ \+ /g, [' - ']],
  [/ - /g, [' + ']],
  [/ % /g, [' / ']],
  [/ && /g, [' || ']],
  [/ \|\| /g, [' && ']],
  [/ \| /g, [' & ']],
  [/ & /g, [' | ']],
  [/ \^ /g, [' | ']],
  [/ << /g, [' >> ']],
  [/ >> /g, [' << ']],
  [/(?<=\breturn )true\b/g, ['false']],
  [/(?<=\breturn )false\b/g, ['true']],
  [/(?<=\bif \()!/g, ['']],
  [/(?<![\w.])\d+(?![\w.])/g, ['+1']],
  [/(?<![\w.])0x[0-9a-f]{1,4}(?!\w)/g, ['+1']],
  [/\beq\(/g, ['gt(']],
  [/\bgt\(/g, ['lt(']],
  [/\blt\(/g, ['gt(']],
]

/** A statement on a line of its own can be removed. */
const STATEMENT = /^\s+(?!(?:return|bytes|uint|address|bool|string|import)\b)[\w.[\]].*;$/

/** Lines without executable code: comments, imports and declarations. */
const SKIPPED = /^\s*(?:\/\/|\/\*|\*|import\b|type\b|pragma\b|error\b|event\b|using\b)/

/** Every mutant of a source text, in source order. */
export function createMutants(source: string): Mutant[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    if (SKIPPED.test(line)) return []
    const changed = [...exchanged(line), ...(STATEMENT.test(line) ? [''] : [])]
    return changed.map((after) => ({
      line: index + 1,
      before: line.trim(),
      after: after.trim(),
      text: lines.with(index, after).join('\n'),
    }))
  })
}

function exchanged(line: string): string[] {
  const code = line.replace(/\s\/\/ .*$/, '')
  return EXCHANGES.flatMap(([pattern, replacements]) =>
    [...code.matchAll(pattern)].flatMap((match) =>
      replacements.map((replacement) => {
        const part = replacement === '+1' ? plusOne(match[0]) : replacement
        return code.slice(0, match.index) + part + code.slice(match.index + match[0].length)
      }),
    ),
  )
}

function plusOne(number: string): string {
  const next = Number(number) + 1
  return number.startsWith('0x') ? `0x${next.toString(16)}` : String(next)
}
