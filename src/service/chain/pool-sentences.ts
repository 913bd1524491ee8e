import { compileSentence } from '#server-kit/compile-sentence.ts'
import { SENTENCE_TABLE, VERDICTS, type SentenceRow, type Verdict } from './node-sentences.ts'

/** Minimum tip or minimum total fee that a node named, in wei per gas. */
export type NamedMinimum = { tip?: bigint; fee?: bigint }

/** The meaning of a node's message about a transaction. `unknown`: the message is not in the table. */
export type PoolSentence = { verdict: Verdict | 'unknown'; minimum?: NamedMinimum }

/** Placeholders of a message, each with the texts that it matches. */
const PLACES = {
  n: String.raw`-?\d+`,
  minTip: String.raw`(?<minTip>\d+)`,
  minFee: String.raw`(?<minFee>\d+)`,
  hash: '0x[0-9a-f]{64}',
  address: '(?:0x[0-9a-f]{40}|[0-9a-z…]+)',
  word: String.raw`\S+`,
  amount: String.raw`[\d.]+ \w+`,
  text: '[^]+',
  inner: '(?<inner>[^]+)',
} as const

/** Maximum length in characters of a message. A longer one is unknown. */
const LENGTH_MAX = 2_000
/** Maximum depth of wrapped messages. A gateway may wrap a message that another gateway has wrapped. */
const DEPTH_MAX = 3

type Pattern = { row: SentenceRow; pattern: RegExp }

const PATTERNS: readonly Pattern[] = SENTENCE_TABLE.map((row) => ({
  row,
  pattern: compileSentence(row.sentence, PLACES),
}))

/** Looks up a node's message in the table. */
export function readPoolSentence(rpcMessage: string, depth: number = 1): PoolSentence {
  const sentence = rpcMessage.trim()
  if (sentence.length > LENGTH_MAX) return { verdict: 'unknown' }
  for (const { row, pattern } of PATTERNS) {
    const groups = pattern.exec(sentence)?.groups
    if (groups === undefined && !pattern.test(sentence)) continue
    const verdict = VERDICTS.find((known) => known === row.verdict)
    if (verdict !== undefined) return { verdict, ...readMinimum(groups) }
    const inner = depth < DEPTH_MAX ? readPoolSentence(groups?.['inner'] ?? '', depth + 1) : undefined
    if (inner !== undefined && inner.verdict !== 'unknown') return inner
  }
  return { verdict: 'unknown' }
}

function readMinimum(groups: Record<string, string> | undefined): { minimum?: NamedMinimum } {
  const { minTip, minFee } = groups ?? {}
  if (minTip === undefined && minFee === undefined) return {}
  return {
    minimum: {
      ...(minTip !== undefined && { tip: BigInt(minTip) }),
      ...(minFee !== undefined && { fee: BigInt(minFee) }),
    },
  }
}
