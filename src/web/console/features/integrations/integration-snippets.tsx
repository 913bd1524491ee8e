import type { ReactNode } from 'react'
import type { Integration } from '#protocol/org/console-api.ts'
import { Card } from '#web/console/components/card.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { t } from '#web/ui/text.ts'
import { PageSnippets } from './page-snippets.tsx'
import { backendSnippet, policySnippet } from './snippets.ts'

/** Names of languages and of a header: the same in every language. */
const TITLES = { backend: 'Node.js', policy: 'Content-Security-Policy' }

export function IntegrationSnippets({ integration }: { integration: Integration }) {
  const apiUrl = window.location.origin
  return (
    <Card
      title={t('Embed the widget')}
      note={t('Three parts: a route of your backend, the tag, and two lines of policy.')}
    >
      <ol className="flex flex-col gap-6">
        <Piece place={1} title={t('Your backend opens a session for the signed-in user')}>
          <CodeBlock
            title={TITLES.backend}
            what={t('backend code')}
            code={backendSnippet(integration, apiUrl)}
          />
        </Piece>
        <Piece place={2} title={t('Your page embeds the widget')}>
          <PageSnippets />
        </Piece>
        <Piece place={3} title={t('Your content security policy allows it')}>
          <CodeBlock title={TITLES.policy} what={t('policy')} code={policySnippet(apiUrl)} />
        </Piece>
      </ol>
    </Card>
  )
}

function Piece({ place, title, children }: { place: number; title: string; children: ReactNode }) {
  return (
    <li className="min-w-0">
      <p className="mb-2 flex items-center gap-2 text-sm font-medium">
        <span
          aria-hidden="true"
          className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong text-xs text-muted tabular-nums"
        >
          {place}
        </span>
        {title}
      </p>
      {children}
    </li>
  )
}
