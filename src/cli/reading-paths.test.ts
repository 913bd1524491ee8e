import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { APPROVER_ENDPOINTS } from '#protocol/approver-endpoints.ts'
import { BAAS_ENDPOINTS, ORG_ENDPOINTS } from '#protocol/endpoints.ts'
import { readImports } from './testing/read-imports.ts'

const ROOT = new URL('../..', import.meta.url).pathname
const ENDPOINTS = { BAAS_ENDPOINTS, ORG_ENDPOINTS, APPROVER_ENDPOINTS }

/** A step of a path. `from` is the step that leads to it. Defaults to the previous step. */
type Step = { number: number; file: string; name: string; from: number; by: string | undefined }

const PATH = /^## (.+)\n\n((?:\d+\. .+\n)+)/gm
const STEP = /^(\d+)\. `([^`]+)` `([^`]+)`(?:, from (\d+))?(?:, by `([^`]+)`)?(?::|$)/

const page = readFileSync(join(ROOT, 'docs/reading-paths.md'), 'utf8')
const paths = [...page.matchAll(PATH)].map(([, title = '', lines = '']) => ({
  title,
  steps: lines.trim().split('\n').map(readStep),
}))

function readStep(line: string): Step {
  const [, number, file = '', name = '', from, by] = STEP.exec(line) ?? []
  if (number === undefined) throw new Error(`not a step: ${line}`)
  return { number: Number(number), file, name, from: Number(from ?? Number(number) - 1), by }
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const word = (text: string) => new RegExp(`(?<![\\w])${text.replace(/[^\w]/g, '\\$&')}(?![\\w])`)

function isDefined(text: string, name: string): boolean {
  return new RegExp(`\\b(?:function|const|class|contract) ${name}\\b`).test(text)
}

/** Files that a file imports values from. */
function imported(file: string, text: string): string[] {
  return readImports(file, text).flatMap((one) => (one.isTypeOnly ? [] : [one.file]))
}

/** Texts that identify an endpoint in a file: its path, its key in the endpoint table, or the name of that table. */
function namesOf(endpoint: string): string[] {
  return Object.entries(ENDPOINTS).flatMap(([table, rows]) =>
    Object.entries(rows).flatMap(([name, { method, path }]) =>
      `${method} ${path}` === endpoint ? [path, name, table] : [],
    ),
  )
}

function leads(before: Step, { file, name, by }: Step): boolean {
  const [text, next] = [read(before.file), read(file)]
  if (by === undefined) return imported(before.file, text).includes(file) && word(name).test(text)
  const words = / \//.test(by) ? namesOf(by) : [by]
  return [text, next].every((one) => words.some((each) => word(each).test(one)))
}

test('param: the paths exist, and their steps are numbered', () => {
  expect(paths.map(({ steps }) => steps.length >= 14)).toEqual([true, true, true])
  for (const { steps } of paths)
    expect(steps.map(({ number }) => number)).toEqual(steps.map((_, index) => index + 1))
})

describe.each(paths)('$title', ({ steps }) => {
  test.each(steps)('param: $file defines $name', ({ file, name }) => {
    expect(existsSync(join(ROOT, file))).toBe(true)
    expect(isDefined(read(file), name)).toBe(true)
  })

  test.each(steps.slice(1))('behavior: step $from leads to $file', (step) => {
    const before = steps.find(({ number }) => number === step.from)
    expect(before && leads(before, step)).toBe(true)
  })
})
