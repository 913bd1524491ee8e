import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { Skeleton } from '#web/console/components/skeleton.tsx'
import { widgetManifestQuery, widgetUrl } from '#web/console/lib/widget-manifest.query.ts'
import { t } from '#web/ui/text.ts'
import { moduleSnippet, pageSnippet, reactSnippet, scriptSnippet } from './snippets.ts'

const WAYS = ['tag', 'module', 'react'] as const
type Way = (typeof WAYS)[number]

/** Names of languages and formats: the same in every language. */
const TITLES = { html: 'HTML', script: 'JavaScript', module: 'ESM', react: 'React' }

const wayWords = (): Record<Way, string> => ({
  tag: t('Script tag'),
  module: TITLES.module,
  react: TITLES.react,
})

/** The lines for the page, for each way in which pages are built. */
export function PageSnippets() {
  const id = useId()
  const [way, setWay] = useState<Way>('tag')
  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = WAYS[(WAYS.indexOf(way) + step + WAYS.length) % WAYS.length]
    if (step === 0 || next === undefined) return
    setWay(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div className="min-w-0">
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={t('How your page is built')}
        className="mb-3 flex gap-1 border-b border-line"
        onKeyDown={move}
      >
        {WAYS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === way}
            aria-controls={`${id}-panel`}
            tabIndex={one === way ? 0 : -1}
            onClick={() => setWay(one)}
            className={`-mb-px border-b-2 px-3 py-2 text-sm ${one === way ? 'border-accent font-medium text-accent-text' : 'border-transparent text-muted hover:text-ink'}`}
          >
            {wayWords()[one]}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${way}`}
        className="flex flex-col gap-3"
      >
        <Lines way={way} />
      </div>
    </div>
  )
}

function Lines({ way }: { way: Way }) {
  const manifest = useQuery(widgetManifestQuery())
  const apiUrl = window.location.origin
  if (way === 'module')
    return <CodeBlock title={TITLES.module} what={t('page code')} code={moduleSnippet(apiUrl)} />
  if (way === 'react')
    return <CodeBlock title={TITLES.react} what={t('page code')} code={reactSnippet(apiUrl)} />
  return (
    <>
      <Loaded query={manifest} skeleton={<Skeleton className="h-72 w-full rounded-md" />}>
        {(found) => (
          <CodeBlock
            title={TITLES.html}
            what={t('page code')}
            code={pageSnippet({ url: widgetUrl(found), integrity: found.module.integrity }, apiUrl)}
          />
        )}
      </Loaded>
      <CodeBlock title={TITLES.script} what={t('script')} code={scriptSnippet()} />
    </>
  )
}
