import { parseSync } from 'oxc-parser'

/** Words that must not begin a sentence, by their name in the report. A question may begin with What or Who. */
const OPENERS = [
  ['Of', /^Of (?!course\b)/],
  ['By', /^By (?!default\b|convention\b|design\b|definition\b|contrast\b|itself\b)/],
  ['What', /^(?:What|Whatever)\b(?!.*\?$)/],
  ['Who', /^(?:Who|Whoever|Whom|Whose)\b(?!.*\?$)/],
  ['So many', /^So (?:many|much|long)\b(?! as\b)/],
  ['Those', /^Those (?:that|who|whose|which|of|with|without|in|on|at|for|from|to|below|above|by|we|it)\b/],
  ['That of', /^That of\b/],
  [
    'Answers',
    /^Answers (?:whether|the|an?|it|with (?:\d|`|an?|the)|undefined|null|true|false|`|\d)(?![a-z])/,
  ],
  ['Absent', /^Absent(?: (?:from|when|while|where|if|in|once|without|for|of)\b|[.,:;])/],
]
/** Nouns that respond or return something. The verb “answers” after one of them is a finding. */
const SPEAKERS =
  'it|service|server|BFF|endpoint|route|function|handler|process|proxy|node|chain|API|call|method|request'
const PHRASES = [
  ['answers', new RegExp(`\\b(?:${SPEAKERS}) answers\\b(?! (?:a|the) question)`)],
  ['answers', /\banswer(?:s|ed) (?:with\b|\d{3}\b|`|undefined\b|null\b|true\b|false\b)/],
  ['absent:', /\babsent:/i],
  ['at hand', /\bat hand\b/],
  ['that is none', /\b(?:that|what|which) (?:is|are) none\b/],
  ['somebody, anew', /\bsomebody\b|\banew\b/i],
]
const MARKERS = /^\s*(?:\/\/\/?|\/?\*+\/?)\s?|\s*\*\/$/gm
const TAGS = /^\s*@(?:param(?: \{[^}]*\})? \S+|throws \S+|\w+)/gm
const SENTENCE_ENDS = /(?<=[.!?])\s+(?=[A-Z“"`])|\n\s*\n/
const TITLES = /(['"`])(?<title>(?:param|behavior|error): (?:\\.|(?!\1)[^\\\n])*)\1/g
const SOLIDITY_COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
const SUBJECT_LENGTH_MAX = 72
const SUBJECT = /^[a-z][a-z0-9 ,-]*: \S|^Revert "/

/**
 * Finds sentences with retired grammar in the comments and test titles of a source.
 *
 * @param {string} path
 * @param {string} text
 * @returns {string[]} each finding with the name of its rule
 */
export function findInSource(path, text) {
  const sentences = commentsIn(path, text).flatMap(splitSentences)
  const titles = [...text.matchAll(TITLES)].map(({ groups }) => toSentence(groups.title))
  return [...sentences, ...titles].flatMap((sentence) =>
    [...OPENERS, ...PHRASES]
      .filter(([, pattern]) => pattern.test(sentence))
      .map(([name]) => `“${name}”: ${sentence.slice(0, 90)}`),
  )
}

/** Describes the fault in the subject of a commit. Undefined if there is none. */
export function subjectFault(subject) {
  if (subject.length > SUBJECT_LENGTH_MAX)
    return `has ${subject.length} characters, ${SUBJECT_LENGTH_MAX} are allowed`
  return SUBJECT.test(subject) ? undefined : 'does not begin with an area, such as “docs: ”'
}

/** The comments of a source. Consecutive line comments form one. */
function commentsIn(path, text) {
  if (path.endsWith('.sol')) return text.match(SOLIDITY_COMMENTS) ?? []
  const joined = []
  let end = -1
  for (const comment of parseSync(path, text).comments) {
    const source = text.slice(comment.start, comment.end)
    const isContinued = comment.type === 'Line' && end !== -1 && text.slice(end, comment.start).trim() === ''
    if (isContinued) joined[joined.length - 1] += `\n${source}`
    else joined.push(source)
    end = comment.type === 'Line' ? comment.end : -1
  }
  return joined
}

function splitSentences(comment) {
  const paragraphs = comment.replaceAll(MARKERS, '').replaceAll(TAGS, '\n\n')
  return paragraphs.split(SENTENCE_ENDS).map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
}

/** The title without its first word, as a sentence. */
function toSentence(title) {
  const [, words] = /^\w+: (.*)$/.exec(title) ?? ['', '']
  return words.charAt(0).toUpperCase() + words.slice(1)
}
