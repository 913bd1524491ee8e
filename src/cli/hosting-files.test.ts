import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { ROOT, trackedFiles } from './deploy/testing/deploy-files.ts'

/* The files for the site that hosts the repository: its checks, its updates of dependencies, its forms for issues. */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const namesSchema = z.record(z.string(), z.string())
const { engines, scripts, ...description } = z
  .object({
    engines: z.object({ node: z.string() }),
    scripts: namesSchema,
    dependencies: namesSchema,
    devDependencies: namesSchema,
    optionalDependencies: namesSchema,
  })
  .parse(JSON.parse(read('package.json')))
const versions = {
  ...description.dependencies,
  ...description.devDependencies,
  ...description.optionalDependencies,
}
const tracked = trackedFiles()

test('behavior: the workflow runs `npm test` on the oldest supported Node and on both later releases', () => {
  const { jobs, permissions } = z
    .object({
      permissions: z.record(z.string(), z.string()),
      jobs: z.object({
        test: z.object({
          strategy: z.object({ matrix: z.object({ node: z.array(z.string()) }) }),
          steps: z.array(z.object({ run: z.optional(z.string()) })),
        }),
      }),
    })
    .parse(parse(read('.github/workflows/test.yml')))
  const { strategy, steps } = jobs.test
  const [oldest, ...later] = strategy.matrix.node
  expect(`>=${oldest}`).toBe(engines.node)
  expect(later).toEqual(['22', '24'])
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['npm test'])
  expect(Object.keys(scripts)).toContain('test')
  expect(permissions).toEqual({ contents: 'read' })
})

describe('renovate.json', () => {
  const { constraints, packageRules, postUpgradeTasks } = z
    .object({
      constraints: z.object({ node: z.string() }),
      postUpgradeTasks: z.object({ commands: z.array(z.string()) }),
      packageRules: z.array(
        z.object({
          matchPackageNames: z.array(z.string()),
          allowedVersions: z.optional(z.string().check(z.regex(/^<\d+$/))),
        }),
      ),
    })
    .parse(JSON.parse(read('renovate.json')))

  test('param: allows only what runs on the oldest supported Node', () => {
    expect(`>=${constraints.node.replace(/\.0$/, '')}`).toBe(engines.node)
  })

  test('param: each rule matches a dependency, whose present version it allows', () => {
    const names = Object.entries(versions)
    for (const { matchPackageNames, allowedVersions } of packageRules)
      for (const pattern of matchPackageNames) {
        const matched = names.filter(([name]) =>
          pattern.endsWith('**') ? name.startsWith(pattern.slice(0, -2)) : name === pattern,
        )
        expect(matched.length, pattern).toBeGreaterThan(0)
        for (const [name, version] of allowedVersions === undefined ? [] : matched)
          expect(Number(version.split('.')[0]), name).toBeLessThan(Number(allowedVersions?.slice(1)))
      }
  })

  test('param: an update runs existing scripts', () => {
    const run = postUpgradeTasks.commands.flatMap((command) => /^npm run (\S+)$/.exec(command)?.[1] ?? [])
    expect(run).toEqual(['lock:complete', 'notices'])
    expect(run.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

test('behavior: forms for issues link existing files, and the one for bugs sends vulnerabilities to SECURITY.md', () => {
  const forms = tracked.filter((path) => /^\.github\/ISSUE_TEMPLATE\/(?!config)/.test(path))
  expect(forms.map((path) => path.split('/').at(-1))).toEqual(['bug.yml', 'feature.yml'])
  const linked = forms.map((path) =>
    [...read(path).matchAll(/\]\(\.\.\/blob\/HEAD\/([^)]+)\)/g)].map(([, target = '']) => target),
  )
  expect(linked[0]).toContain('SECURITY.md')
  expect(linked.flat().filter((target) => !tracked.includes(target))).toEqual([])
})
