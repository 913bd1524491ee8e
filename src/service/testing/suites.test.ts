import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEEPER_FILES, LONG_FILES, POSTGRES_FILES } from './suites.ts'

const ROOT = new URL('../../../', import.meta.url).pathname
/**
 * Files that display some of the calls that `src/contracts/effects.test.ts` makes, in a browser's DOM. All the
 * calls would take minutes.
 */
const ALWAYS_SAMPLED = [
  'src/web/approve/call-view.test.tsx',
  'src/web/console/features/transactions/call-card.test.tsx',
]

test('param: the full tier runs every file that goes deeper there', () => {
  const tracked = execFileSync('git', ['ls-files', '-c', '-o', '--exclude-standard', 'src', 'widget'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const files = tracked.split('\n').filter((file) => /\.test\.tsx?$/.test(file))
  const deeper = files.filter((file) =>
    /import \{[^}]*\b(?:depth|sample|IS_FULL_TIER)\b[^}]*\} from '#protocol\/testing\/tier/.test(
      readFileSync(ROOT + file, 'utf8'),
    ),
  )
  expect(deeper.toSorted()).toEqual([...DEEPER_FILES, ...ALWAYS_SAMPLED].toSorted())
})

test('error: each list names only files that exist, and each once', () => {
  for (const list of [DEEPER_FILES, LONG_FILES, POSTGRES_FILES]) {
    expect(list.filter((file) => !existsSync(ROOT + file))).toEqual([])
    expect(new Set(list).size).toBe(list.length)
  }
})
