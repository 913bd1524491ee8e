import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { BAAS_ENDPOINTS } from '#protocol/endpoints.ts'
import { readAlertRules } from './testing/alert-rules.ts'
import { ROOT, trackedFiles } from './testing/deploy-files.ts'

const FOLDER = 'docs/runbooks/'
const rules = readAlertRules()
const pages = trackedFiles().filter((path) => path.startsWith(FOLDER))

test('behavior: every alert has its page, and every page its alert', () => {
  expect(rules.map(({ annotations }) => annotations.runbook_url)).toEqual(
    rules.map(({ alert }) => `${FOLDER}${alert}.md`),
  )
  expect(pages.map((path) => basename(path, '.md')).toSorted()).toEqual(
    rules.map(({ alert }) => alert).toSorted(),
  )
})

test.each(rules)(
  'behavior: the page of $alert says what it means, what to look at and what to do',
  (rule) => {
    const page = readFileSync(join(ROOT, FOLDER, `${rule.alert}.md`), 'utf8')
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([rule.alert, 'Meaning', 'Look at', 'Do'])
    expect(page).toContain(`Severity: ${rule.labels.severity}.`)
  },
)

test('behavior: the page on monitoring links every runbook', () => {
  const monitoring = readFileSync(join(ROOT, 'docs/monitoring.md'), 'utf8')
  const linked = [...monitoring.matchAll(/\]\(runbooks\/(\w+)\.md\)/g)].map(([, alert = '']) => alert)
  expect(linked.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

test('behavior: the rules about latency name existing routes', () => {
  const known = new Set(Object.values(BAAS_ENDPOINTS).map(({ path }) => `/v1/baas${path}`))
  const named = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/route[!=]~"([^"]+)"/g)].flatMap(([, routes = '']) => routes.split('|')),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((route) => !known.has(route))).toEqual([])
})
