import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#cli/setup/steps.mjs'
import { readGuarantees, tierOf } from './read-guarantees.mjs'

/**
 * Every guarantee that the tests gave when they were divided into two tiers is still given: `docs/guarantees.tsv` names the
 * tier and the file of each, and where the title or the file is another one now, what it was. A test that is moved, renamed
 * or merged takes its row along; a row never goes. Where the product itself gave something up, the tier is `given up` and the
 * file is the decision record with the reason.
 */
const FILE = 'docs/guarantees.tsv'
const COUNT = 2519

const [, ...lines] = readFileSync(join(root, FILE), 'utf8').trimEnd().split('\n')
const isRecord = (path) => path.startsWith('docs/adr/') && existsSync(join(root, path))
const given = readGuarantees(root)
const problems = lines.flatMap((line) => {
  const [title, tier, path] = line.split('\t')
  if (tier === 'given up') return isRecord(path) ? [] : [`no decision record ${path} gives up: ${title}`]
  if (given.get(path)?.includes(title) !== true) return [`nothing in ${path} gives: ${title}`]
  return tier === tierOf(path) ? [] : [`${path} runs in ${tierOf(path)}, not in ${tier}: ${title}`]
})
if (lines.length !== COUNT)
  problems.push(`${FILE} has ${lines.length} rows, and there were ${COUNT} guarantees`)

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0 ? `${lines.length} guarantees: ok\n` : `${problems.length} problems with ${FILE}\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
