import { useQuery } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import type { Integration } from '#protocol/console/integrations.ts'
import { Card, Skeleton } from '#web/console/components/card.tsx'
import { ChoiceTabs } from '#web/console/components/choice-tabs.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { Loaded } from '#web/console/components/loaded.tsx'
import { widgetManifestQuery, widgetUrl } from '#web/console/lib/widget-gate.tsx'
import { t } from '#web/ui/text.ts'

/** Names of a language and a header, which are not translated. */
const TITLES = { backend: 'Node.js', policy: 'Content-Security-Policy' }

export function IntegrationSnippets({ integration }: { integration: Integration }): ReactElement {
  const apiUrl = window.location.origin
  return (
    <Card
      title={t('Installation')}
      note={t('Add a backend route, the widget’s tag, and two lines of content security policy.')}
    >
      <ol className="flex flex-col gap-6">
        <Piece number={1} title={t('Your backend opens a session for the signed-in user')}>
          <CodeBlock
            title={TITLES.backend}
            what={t('backend code')}
            code={backendSnippet(integration, apiUrl)}
          />
        </Piece>
        <Piece number={2} title={t('Your page embeds the widget')}>
          <ChoiceTabs label={t('How your page is built')} choices={ways()}>
            {(way = 'tag') => <Lines way={way} />}
          </ChoiceTabs>
        </Piece>
        <Piece number={3} title={t('Your content security policy allows it')}>
          <CodeBlock title={TITLES.policy} what={t('policy')} code={policySnippet(apiUrl)} />
        </Piece>
      </ol>
    </Card>
  )
}

function Piece({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="min-w-0">
      <p className="mb-2 flex items-center gap-2 text-sm font-medium">
        <span
          aria-hidden="true"
          className="inline-flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong text-xs text-muted tabular-nums"
        >
          {number}
        </span>
        {title}
      </p>
      {children}
    </li>
  )
}

type Way = 'tag' | 'module' | 'react'

/** Names of languages and formats, which are not translated. */
const PAGE_TITLES = { html: 'HTML', script: 'JavaScript', module: 'ESM', react: 'React' }

const ways = (): { value: Way; label: string }[] => [
  { value: 'tag', label: t('Script tag') },
  { value: 'module', label: PAGE_TITLES.module },
  { value: 'react', label: PAGE_TITLES.react },
]

/** The page's code for one way of building pages. */
function Lines({ way }: { way: Way }) {
  const manifest = useQuery(widgetManifestQuery())
  const apiUrl = window.location.origin
  if (way === 'module')
    return <CodeBlock title={PAGE_TITLES.module} what={t('page code')} code={moduleSnippet(apiUrl)} />
  if (way === 'react')
    return <CodeBlock title={PAGE_TITLES.react} what={t('page code')} code={reactSnippet(apiUrl)} />
  return (
    <>
      <Loaded query={manifest} skeleton={<Skeleton className="h-72 w-full rounded-md" />}>
        {(found) => (
          <CodeBlock
            title={PAGE_TITLES.html}
            what={t('page code')}
            code={pageSnippet({ url: widgetUrl(found), integrity: found.module.integrity }, apiUrl)}
          />
        )}
      </Loaded>
      <CodeBlock title={PAGE_TITLES.script} what={t('script')} code={scriptSnippet()} />
    </>
  )
}

/** Code for the integrator's page. The hash makes the browser refuse any other file. */
function pageSnippet(widget: { url: string; integrity: string }, apiUrl: string): string {
  return `<script
  type="module"
  src="${widget.url}"
  integrity="${widget.integrity}"
  crossorigin="anonymous"
></script>

<latchkey-wallet api-url="${apiUrl}" flow="create"></latchkey-wallet>

<script type="module" src="/wallet.js"></script>`
}

/** The script that the HTML page loads from a file, because a strict policy allows no inline script. */
export function scriptSnippet(): string {
  return `// wallet.js
const wallet = document.querySelector('latchkey-wallet')
${GET_TOKEN}
${LISTENERS}`
}

const FETCH_TOKEN = `  const response = await fetch('/wallet-token', { method: 'POST' })
  if (!response.ok) throw new Error(\`/wallet-token: \${response.status}\`)
  return (await response.json()).token`

const GET_TOKEN = `wallet.getToken = async () => {
${FETCH_TOKEN}
}`

const LISTENERS = `wallet.addEventListener('latchkey-created', ({ detail }) => {
  console.log('wallet', detail.address)
})
wallet.addEventListener('latchkey-error', ({ detail }) => {
  console.warn('wallet', detail.code, detail.detail)
})`

/** Code for pages built by a bundler. */
export function moduleSnippet(apiUrl: string): string {
  return `// npm install latchkey
import { defineLatchkeyWallet } from 'latchkey'

defineLatchkeyWallet()

const wallet = document.createElement('latchkey-wallet')
wallet.setAttribute('api-url', '${apiUrl}')
wallet.setAttribute('flow', 'create')
${GET_TOKEN}
${LISTENERS}
document.querySelector('main').append(wallet)`
}

/** Code for React 18 and 19. */
export function reactSnippet(apiUrl: string): string {
  return `// npm install latchkey
import { LatchkeyWallet } from 'latchkey/react'

async function getToken() {
${FETCH_TOKEN}
}

export function Wallet() {
  return (
    <LatchkeyWallet
      apiUrl="${apiUrl}"
      flow="create"
      getToken={getToken}
      onCreated={({ detail }) => console.log('wallet', detail.address)}
      onError={({ detail }) => console.warn('wallet', detail.code, detail.detail)}
    />
  )
}`
}

/** Code for the integrator's backend, which keeps the secret. */
function backendSnippet(integration: Integration, apiUrl: string): string {
  return `// POST /wallet-token, for the user who is signed in to your product
const response = await fetch('${apiUrl}/api/widget/sessions', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    authorization: \`Bearer \${process.env.LATCHKEY_INTEGRATION_SECRET}\`,
  },
  body: JSON.stringify({
    externalUserId: user.id,
    email: user.email,
    operations: ${JSON.stringify(integration.operations)},
    origin: '${integration.origins[0] ?? ''}',
  }),
})
if (!response.ok) throw new Error(await response.text())
const { content } = await response.json()
return { token: content.token }`
}

/** Sources that a strict content security policy on the integrator's page must allow. */
export function policySnippet(apiUrl: string): string {
  return `script-src 'self' ${apiUrl}/widget/v1/;
connect-src 'self' ${apiUrl}/api/widget/;`
}
