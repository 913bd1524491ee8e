import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TABLE_ROWS } from '#service/testing/table-rows.ts'
import { type Exposed, EXPOSURES, type Withheld, WITHHELD_REASONS } from './exposure.ts'

const exposures: Readonly<Record<string, Exposed | Withheld>> = EXPOSURES
const page = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')

test('param: the page for developers of agents lists each endpoint that is no tool, with the reason', () => {
  const [, section = ''] = page.split('## Endpoints that are not tools\n')
  const listed = [...section.matchAll(/^\| (`.+`) \| (.+) \|$/gm)].flatMap(([, names = '', reason]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, reason]),
  )
  const withheld = TABLE_ROWS.flatMap(({ name }) => {
    const exposure = exposures[name]
    return exposure?.isExposed === false ? [[name, WITHHELD_REASONS[exposure.reason]]] : []
  })
  expect(new Map(listed.map(([name = '', reason]) => [name, reason]))).toEqual(
    new Map(withheld.map(([name = '', reason]) => [name, reason])),
  )
})

test('param: endpoints that need a step-up in the console are no tools', () => {
  const rows = TABLE_ROWS.filter(({ row }) => 'stepUp' in row)
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(({ name }) => exposures[name]?.isExposed === true)).toEqual([])
})
