import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'
import { findInSource, subjectFault } from './comment-grammar.mjs'
import { findNames } from './function-names.mjs'

/**
 * Checks the grammar of comments, docstrings and test titles, the names of functions, the retired words of the glossary
 * on the screens, and the subjects of the commits since this gate exists.
 */
const GLOSSARY = 'docs/glossary.md'
const SCREENS =
  /^src\/(?:web|protocol\/display|service\/(?:approvals|email)|bff\/(?:alerts|members))\/(?!.*\.test\.)|^widget\/texts\/en\.ts$/
const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm
/** The first commit with this file is the first whose subject counts. */
const FIRST_FILE = 'src/bench/gates/comment-grammar.mjs'

const retired = [...read(GLOSSARY).matchAll(/^\| (?!not |---)(.+?) \|/gm)].map(([, words]) => words)
const sources = git('ls-files', '-z', '-c', '-o', '--exclude-standard', 'src', 'widget', 'e2e', 'deploy')
  .split('\0')
  .filter((path) => /\.(?:tsx?|mjs|sol)$/.test(path) && existsSync(join(root, path)))

const problems = [
  ...sources.flatMap((path) => findInSource(path, read(path)).map((finding) => `${path}: ${finding}`)),
  ...sources.flatMap((path) => findNames(path, read(path)).map((finding) => `${path}: ${finding}`)),
  ...sources.flatMap((path) => findRetired(path).map((words) => `${path}: “${words}” (${GLOSSARY})`)),
  ...recentSubjects().flatMap((subject) => {
    const fault = subjectFault(subject)
    return fault === undefined ? [] : [`commit “${subject}” ${fault}`]
  }),
]
process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0
    ? `${sources.length} files and ${retired.length} words: ok\n`
    : `${problems.length} sentences, names, words or subjects to change\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function read(path) {
  return readFileSync(join(root, path), 'utf8')
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** The retired words that a screen shows. */
function findRetired(path) {
  if (!SCREENS.test(path)) return []
  const shown = read(path).replaceAll(COMMENTS, '').toLowerCase()
  return retired.filter((words) => shown.includes(words.toLowerCase()))
}

/** The subjects of the commits after the one that added this gate. Empty in a clone without history. */
function recentSubjects() {
  const first = git('log', '-1', '--diff-filter=A', '--format=%H', '--', FIRST_FILE).trim()
  if (first === '') return []
  return git('log', '--no-merges', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean)
}
