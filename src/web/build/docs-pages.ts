import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A document of the repository that becomes one or more pages of the documentation. */
export type DocsSource = {
  /** Path from the root of the repository. */
  file: string
  /** The path of the page without `.html`. */
  slug: string
  section: string
  /** Title in the list of pages. Defaults to the document's own title. */
  title?: string
  /** Whether each chapter is a page of its own. */
  byChapter?: boolean
}

const START: DocsSource[] = [
  { file: 'README.md', slug: 'index', section: 'Start', title: 'What Latchkey is' },
  ...pages('Start', ['quickstart']),
  ...['html-express', 'next', 'vite-react-wagmi', 'server-webhooks'].map((name) => ({
    file: `examples/${name}/README.md`,
    slug: `example-${name}`,
    section: 'Start',
  })),
]

const GUIDES = pages('Guides', [
  'widget',
  'widget-calls',
  'widget-messages',
  'widget-wallets',
  'widget-frame',
  'related-origins',
  'widget-provider',
  'widget-x402',
  'widget-core',
  'backend',
  'agents',
  'testing',
  'native',
  'rescue',
])

const OPERATIONS = pages('Operations', [
  'self-hosting',
  'containers',
  'settings',
  'database',
  'chain-node',
  'mail-and-sign-in',
  'scim',
  'proxies',
  'backup',
  'upgrades',
  'moves',
  'secrets',
  'monitoring',
  'scaling',
  'patroni',
  'performance',
  'performance-lists',
  'hosted-upstream',
])

const REFERENCE: DocsSource[] = [
  ...pages('Reference', [
    'widget-attributes',
    'widget-events',
    'widget-theme',
    'widget-trust',
    'widget-size',
    'contract',
  ]),
  { file: 'docs/api.md', slug: 'api', section: 'API', byChapter: true },
  ...pages('Security', [
    'threat-model',
    'threats',
    'who-can-do-what',
    'policies',
    'audit-log',
    'proven',
    'mutation',
  ]),
  { file: 'docs/ARCHITECTURE.md', slug: 'architecture', section: 'Background' },
  ...pages('Background', [
    'reading-paths',
    'how-to-change',
    'speed',
    'test-worlds',
    'glossary',
    'translations',
  ]),
  { file: 'docs/adr/README.md', slug: 'decisions', section: 'Background' },
]

/**
 * The documents in the order of the list of pages. The decisions and the runbooks are reachable from their
 * index and through the search.
 */
export function docsSources(root: string): DocsSource[] {
  return [
    ...START,
    ...GUIDES,
    ...OPERATIONS,
    ...within(root, 'docs/moving', 'Migration'),
    ...REFERENCE,
    ...within(root, 'docs/runbooks', ''),
    ...within(root, 'docs/adr', ''),
  ]
}

/** Pages of `docs` whose path equals their name. */
function pages(section: string, names: readonly string[]): DocsSource[] {
  return names.map((slug) => ({ file: `docs/${slug}.md`, slug, section }))
}

function within(root: string, folder: string, section: string): DocsSource[] {
  const names = readdirSync(join(root, folder)).filter((name) => /^(?!README).*\.md$/.test(name))
  return names.toSorted().map((name) => ({
    file: `${folder}/${name}`,
    slug: `${folder.split('/').at(-1)}-${name.replace('.md', '')}`,
    section,
  }))
}
