import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'

/** The words that `docs/glossary.md` retires occur in no code and on no screen. */
const GLOSSARY = 'docs/glossary.md'
const SCREENS =
  /^src\/(?:web|protocol\/display|service\/(?:approvals|email)|bff\/(?:alerts|members))\/(?!.*\.test\.)|^widget\/texts\/en\.ts$/
/** People are callers, signers, owners, admins or users; in comments outside the tests. */
const VAGUE = [['somebody, nobody, anybody, anew', /\b(?:some|no|any)body\b|\banew\b/i]]
const TESTS = /\.(?:test|spec)\.|\/testing\/|^e2e\/|^src\/contracts\/test\//
const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
const OWN = new Set(['src/bench/gates/check-words.mjs', 'src/bench/gates/violations.mjs'])

const [screens, code] = readFileSync(join(root, GLOSSARY), 'utf8')
  .split(/^## In the code$/m)
  .map((part) => [...part.matchAll(/^\| (?!not |---)(.+?) \|/gm)].map(([, words]) => words))
const phrases = screens.map((words) => [words, new RegExp(words, 'i')])
const names = code.flatMap((words) => words.split(', ')).map((name) => [name, new RegExp(`\\b${name}\\b`)])

const tracked = execFileSync(
  'git',
  ['ls-files', '-z', '-c', '-o', '--exclude-standard', 'src', 'widget', 'e2e'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
const files = tracked
  .split('\0')
  .filter((path) => /\.(?:tsx?|mjs|sol)$/.test(path) && !OWN.has(path) && existsSync(join(root, path)))
const problems = files.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const comments = TESTS.test(path) ? '' : (text.match(COMMENTS) ?? []).join('\n')
  const shown = SCREENS.test(path) ? text.replaceAll(COMMENTS, '') : ''
  return [...found(phrases, shown), ...found(names, text), ...found(VAGUE, comments)].map(
    (words) => `${path}: “${words}” (${GLOSSARY})`,
  )
})

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0
    ? `${phrases.length + names.length + VAGUE.length} words: ok\n`
    : `${problems.length} words of the past\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function found(words, text) {
  return words.filter(([, pattern]) => pattern.test(text)).map(([word]) => word)
}
