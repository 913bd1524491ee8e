import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { parseSync, Visitor } from 'oxc-parser'
import { root } from '#cli/setup/steps.mjs'

/**
 * Checks that every text of the pages and mails exists in every language. No text is outside `t` and `Rich`,
 * and catalogues have no missing and no unused texts. The values are the same in each language, and no text
 * is used before the language is known. `check-texts.mjs wallets` checks only files whose path contains the
 * word.
 */
const LANGUAGES = ['de', 'es']
/** Attributes that are displayed or read aloud. */
const READ = new Set(
  'label title placeholder aria-label aria-description alt purpose hint what detail description heading summary'.split(
    ' ',
  ),
)
/** Names that are not translated. */
const NAMES =
  /^(Latchkey|ERC-\d+|ID|URL|JSON|CSV|IP|RP ID|rpIdHash|SRI|CSP|QR|OK|wei|gwei|Esc|Ctrl|⌘K|https:\/\/)$/
/** Areas with their own texts, and the additional catalogues that they load. */
const CALLS = 'src/protocol/display'
const UI = 'src/web/ui'
const AREAS = {
  [CALLS]: [],
  [UI]: [CALLS],
  'src/web/console': [UI, CALLS],
  'src/web/approve': [UI, CALLS],
  'src/web/receipt': [UI, CALLS],
  'src/web/rescue': [UI, CALLS],
  'src/service': [CALLS],
  'src/bff': [],
}
/** Tables of words that code looks up by key, and the catalogue that has them. */
const TABLES = {
  'src/protocol/display/call-words.ts': CALLS,
  'src/protocol/display/warning-sentences.ts': CALLS,
  'src/protocol/display/quantity-words.ts': CALLS,
  'src/protocol/receipt/finding.ts': 'src/web/receipt',
  // Earlier decisions about a transaction, which the service sends and the approval app shows.
  'src/service/approvals/decide-held.ts': 'src/web/approve',
  'src/service/approvals/co-signer-refusals.ts': 'src/web/approve',
}
const words = process.argv.slice(2)
const problems = []
/** Texts of each area, and the places that use them. */
const used = new Map(Object.keys(AREAS).map((area) => [area, new Map()]))

const matches = (path) => words.length === 0 || words.some((word) => path.includes(word))
const listFiles = (area) =>
  readdirSync(join(root, area), { recursive: true })
    .map((path) => `${area}/${path.replaceAll('\\', '/')}`)
    .sort((a, b) => a.localeCompare(b))
for (const area of Object.keys(AREAS))
  for (const file of listFiles(area))
    if (/\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)) readFile(file, used.get(area))
for (const [file, area] of Object.entries(TABLES)) readTable(file, used.get(area))
for (const area of Object.keys(AREAS)) for (const language of LANGUAGES) checkCatalogues(area, language)

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
const count = [...used.values()].reduce((sum, { size }) => sum + size, 0)
process.stdout.write(
  problems.length === 0
    ? `${count} texts in ${LANGUAGES.length + 1} languages: ok\n`
    : `${problems.length} problems with texts\n`,
)
process.exit(problems.length === 0 ? 0 : 1)

function readFile(file, usedHere) {
  const source = readFileSync(join(root, file), 'utf8')
  const { program } = parseSync(file, source)
  const at = (node) => `${file}:${source.slice(0, node.start).split('\n').length}`
  const report = (node, problem) => matches(file) && problems.push(`${at(node)} ${problem}`)
  let depth = 0
  let code = 0
  const take = (node) => {
    const texts = readLiterals(node)
    if (texts === undefined)
      return report(node, 'a text is written out where it is used, so that it can be found')
    for (const text of texts) usedHere.set(text, at(node))
  }
  const enter = () => void (depth += 1)
  const leave = () => void (depth -= 1)
  const visitor = new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 't') return
      if (depth === 0) report(node, 'asks for a text before the language is known: do it in a function')
      if (node.arguments[0]) take(node.arguments[0])
    },
    JSXElement: (node) => void (code += isCode(node) ? 1 : 0),
    'JSXElement:exit': (node) => void (code -= isCode(node) ? 1 : 0),
    JSXText(node) {
      if (code === 0 && isReadable(node.value))
        report(node, `is not translated: ${node.value.trim().slice(0, 60)}`)
    },
    JSXAttribute(node) {
      const element = node.name.name
      const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
      if (element === 'text' && isRich(source, node)) return take(value)
      if (!READ.has(element) || value === null) return
      for (const text of readLiterals(value) ?? [])
        if (isReadable(text)) report(node, `is not translated: ${text.slice(0, 60)}`)
    },
  })
  visitor.visit(program)
}

function readTable(file, usedHere) {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  for (const { declaration, declarations = declaration?.declarations ?? [] } of program.body)
    for (const { init } of declarations)
      for (const text of [init, ...(plain(init)?.properties ?? []).map(({ value }) => value)].flatMap(
        (node) => readLiterals(node) ?? [],
      ))
        usedHere.set(text, file)
}

/** An expression without type assertions (`as const`, `satisfies`). */
function plain(node) {
  return /^TS(As|Satisfies)Expression$/.test(node?.type) ? plain(node.expression) : node
}

function readLiterals(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return [node.quasis[0].value.cooked]
  if (node?.type !== 'ConditionalExpression') return undefined
  const [yes, no] = [readLiterals(node.consequent), readLiterals(node.alternate)]
  return yes && no ? [...yes, ...no] : undefined
}

function isCode(node) {
  return ['code', 'kbd', 'CodeBlock'].includes(node.openingElement.name.name)
}

function isRich(source, attribute) {
  return /<Rich\s[^<]*$/.test(source.slice(Math.max(0, attribute.start - 300), attribute.start))
}

function isReadable(text) {
  const trimmed = text.trim()
  return /\p{L}{2,}/u.test(trimmed) && !NAMES.test(trimmed)
}

function checkCatalogues(area, language) {
  const found = new Map()
  for (const loaded of [...AREAS[area], area])
    for (const file of listFiles(loaded).filter((path) => path.endsWith(`/texts/${language}.json`)))
      for (const [text, translation] of Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')))) {
        const report = (problem) =>
          loaded === area && matches(file) && problems.push(`${file} ${problem}: ${text.slice(0, 80)}`)
        if (found.has(text)) report(`repeats what ${found.get(text)} has`)
        found.set(text, file)
        if (!isUsed(text, loaded)) report('has a text that nothing shows')
        else if (listValues(text, 'en') !== listValues(translation, language))
          report('has other values than the text')
      }
  for (const [text, location] of used.get(area))
    if (!found.has(text) && matches(location))
      problems.push(`${location} has no text in ${language}: ${text.slice(0, 80)}`)
}

/**
 * Whether an area uses a text. The texts of an area are used by the area itself and by the areas that load its
 * catalogues.
 */
function isUsed(text, area) {
  return Object.entries(AREAS).some(
    ([one, loads]) => (one === area || loads.includes(area)) && used.get(one).has(text),
  )
}

/** The names of the values in a text, sorted. A text that cannot be parsed is returned unchanged. */
function listValues(text, language) {
  try {
    const names = new Set()
    const look = (elements) => {
      for (const { type, value, options, offset, pluralType } of elements) {
        // Node types that src/protocol/display/message-format.ts can read: literal, argument, plural and its number.
        if (![0, 1, 6, 7].includes(type) || offset || pluralType === 'ordinal')
          throw new Error('uses what message-format.ts does not know')
        if (type !== 0 && type !== 7) names.add(value)
        for (const option of Object.values(options ?? {})) look(option.value)
      }
    }
    look(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst())
    return [...names].sort((a, b) => a.localeCompare(b)).join()
  } catch (error) {
    return `unreadable: ${text} ${error.message}`
  }
}
