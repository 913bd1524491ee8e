import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod/mini'

export const ROOT = new URL('../../../..', import.meta.url).pathname
export const DOCKERFILE = join(ROOT, 'deploy/Dockerfile')
export const readDeployed = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8')

/** Files that are tracked or about to be committed. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-c', '-o', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))
}

const words = z.optional(z.array(z.string()))
const serviceSchema = z.object({
  image: z.string(),
  build: z.optional(z.object({ context: z.string(), dockerfile: z.string() })),
  command: words,
  environment: z._default(z.record(z.string(), z.string()), {}),
  secrets: z._default(z.array(z.string()), []),
  volumes: z._default(z.array(z.string()), []),
  networks: z._default(z.array(z.string()), []),
  depends_on: z._default(z.record(z.string(), z.object({ condition: z.string() })), {}),
  read_only: z.optional(z.boolean()),
  healthcheck: z.optional(z.object({ test: z.array(z.string()) })),
})
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
})
export type ComposeService = z.infer<typeof serviceSchema>

/** `compose.yaml` as Compose reads it with the variables of `compose.env`. Throws if a required variable is not set. */
export function readCompose() {
  const variables = Object.fromEntries(
    [...readDeployed('compose.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
      name,
      value,
    ]),
  )
  const parsed: unknown = parse(readDeployed('compose.yaml'), { merge: true })
  // Like Compose, substitutes variables in the values after parsing the file.
  const text = JSON.stringify(parsed).replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`compose.env has no ${name}`)
    return value
  })
  return composeSchema.parse(JSON.parse(text))
}

const manifestSchema = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) })

/** The Kubernetes objects of a file. */
export function readManifests(
  file = 'kubernetes.yaml',
): { [x: string]: unknown; kind: string; metadata: { name: string } }[] {
  return parseAllDocuments(readDeployed(file)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return manifestSchema.parse(document.toJS())
  })
}

const mountSchema = z.object({ name: z.string(), mountPath: z.string() })
const cronJobSchema = z.object({
  schedule: z.string(),
  jobTemplate: z.object({
    spec: z.object({
      template: z.object({
        spec: z.object({
          containers: z.tuple([
            z.object({ image: z.string(), command: z.array(z.string()), volumeMounts: z.array(mountSchema) }),
          ]),
          volumes: z.array(
            z.object({
              name: z.string(),
              persistentVolumeClaim: z.optional(z.object({ claimName: z.string() })),
              secret: z.optional(
                z.object({
                  secretName: z.string(),
                  items: z.array(z.object({ key: z.string(), path: z.string() })),
                }),
              ),
            }),
          ),
        }),
      }),
    }),
  }),
})

/** The CronJob of `backup-cronjob.yaml`: its schedule, its only container and its volumes. */
export function readBackupJob() {
  const job = readManifests('backup-cronjob.yaml').find(({ kind }) => kind === 'CronJob')
  const { schedule, jobTemplate } = cronJobSchema.parse(job?.['spec'])
  const { containers, volumes } = jobTemplate.spec.template.spec
  return { schedule, container: containers[0], volumes }
}

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const dashboardSchema = z.object({
  panels: z.array(
    z.object({ title: z.string(), targets: z._default(z.array(z.object({ expr: z.string() })), []) }),
  ),
  templating: z.object({ list: z.array(z.object({ query: z.string() })) }),
})

/** Each query of the alert rules and the dashboard, with its location. */
export function readQueries(): { place: string; query: string }[] {
  const rules = rulesSchema.parse(parse(readDeployed('prometheus-rules.yaml')))
  const dashboard = dashboardSchema.parse(JSON.parse(readDeployed('grafana-dashboard.json')))
  return [
    ...rules.groups.flatMap((group) =>
      group.rules.map(({ alert, expr }) => ({ place: `rule ${alert}`, query: expr })),
    ),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ place: `panel ${title}`, query: expr })),
    ),
  ]
}

const PROMQL = new Set(
  `and or unless by without on ignoring sum min max avg count topk rate increase histogram_quantile
  max_over_time scalar abs up`.split(/\s+/),
)

/** Metric names in a query: its words without labels, strings, durations and PromQL keywords. */
export function metricsIn(query: string): string[] {
  const bare = query
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\b[0-9][0-9.e]*\b/g, ' ')
  return [...bare.matchAll(/[a-zA-Z_:][\w:]*/g)].map(([word]) => word).filter((word) => !PROMQL.has(word))
}

/** Names in a scrape, including those of the parts of histograms. */
export function namesInScrape(text: string): Set<string> {
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  )
}
