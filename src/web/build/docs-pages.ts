import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A document of the repository that is a page of the documentation, or several. */
export type DocsSource = {
  /** From the root of the repository. */
  file: string
  /** The page's address without `.html`. */
  slug: string
  section: string
  /** In the list of pages; by default the document's own title. */
  title?: string
  /** Whether each of its chapters is a page. */
  byChapter?: boolean
}

const START: DocsSource[] = [
  { file: 'README.md', slug: 'index', section: 'Start', title: 'What Latchkey is' },
  { file: 'docs/widget.md', slug: 'widget', section: 'Start', title: 'The widget in your page' },
  ...['html-express', 'next', 'vite-react-wagmi', 'server-webhooks'].map((name) => ({
    file: `examples/${name}/README.md`,
    slug: `example-${name}`,
    section: 'Start',
  })),
]

const GUIDES: DocsSource[] = [
  { file: 'docs/self-hosting.md', slug: 'self-hosting', section: 'Guides' },
  { file: 'docs/scaling.md', slug: 'scaling', section: 'Guides' },
  { file: 'docs/performance.md', slug: 'performance', section: 'Guides' },
  { file: 'docs/hosted-upstream.md', slug: 'hosted-upstream', section: 'Guides' },
  { file: 'docs/widget-theme.md', slug: 'widget-theme', section: 'Guides' },
  { file: 'docs/native.md', slug: 'native', section: 'Guides' },
  { file: 'docs/contract.md', slug: 'contract', section: 'Guides' },
  { file: 'docs/rescue.md', slug: 'rescue', section: 'Guides' },
]

const REFERENCE: DocsSource[] = [
  { file: 'docs/api.md', slug: 'api', section: 'API', byChapter: true },
  { file: 'docs/threat-model.md', slug: 'threat-model', section: 'Security' },
  { file: 'docs/proven.md', slug: 'proven', section: 'Security' },
  { file: 'docs/ARCHITECTURE.md', slug: 'architecture', section: 'Background' },
  { file: 'docs/reading-paths.md', slug: 'reading-paths', section: 'Background' },
  { file: 'docs/glossary.md', slug: 'glossary', section: 'Background' },
  { file: 'docs/adr/README.md', slug: 'decisions', section: 'Background' },
]

/** The documents in the order of the list of pages. The decisions are found from their index and by the search. */
export function docsSources(root: string): DocsSource[] {
  return [
    ...START,
    ...GUIDES,
    ...within(root, 'docs/moving', 'Moving over'),
    ...REFERENCE,
    ...within(root, 'docs/adr', ''),
  ]
}

function within(root: string, folder: string, section: string): DocsSource[] {
  const names = readdirSync(join(root, folder)).filter((name) => /^(?!README).*\.md$/.test(name))
  return names.toSorted().map((name) => ({
    file: `${folder}/${name}`,
    slug: `${folder.split('/').at(-1)}-${name.replace('.md', '')}`,
    section,
  }))
}
