import { useQuery } from '@tanstack/react-query'
import type { ReactNode, ReactElement } from 'react'
import type { ApiKey, IssuedApiKey } from '#protocol/api-keys.ts'
import { HOSTED_UPSTREAM_ENDPOINTS } from '#protocol/console/hosted-upstream-endpoints.ts'
import { SandboxMark } from '#web/console/components/badge.tsx'
import { Card } from '#web/console/components/card.tsx'
import { ChoiceTabs } from '#web/console/components/choice-tabs.tsx'
import { CodeBlock } from '#web/console/components/code-block.tsx'
import { consoleApi } from '#web/console/lib/api.ts'
import { secondary } from '#web/console/lib/secondary-query.ts'
import { useSession } from '#web/console/lib/session.query.ts'
import { t } from '#web/ui/text.ts'

/** Names of programs and languages, which are not translated. */
const LANGUAGES = [
  { value: 'curl', label: 'curl' },
  { value: 'node', label: 'Node.js' },
  { value: 'python', label: 'Python' },
] as const

type QuickstartProps = Pick<ApiKey, 'scopes'> & { secret?: string }

/** A first request that the key may make. Renders nothing while the service's URL is unknown. */
function Quickstart({ scopes, secret }: QuickstartProps) {
  const baseUrl = useBaseUrl()
  if (baseUrl === undefined) return null
  const url = `${baseUrl}/${scopes.includes('wallet:read') ? 'wallets' : 'config'}`
  return (
    <ChoiceTabs label={t('Language of your backend')} choices={LANGUAGES}>
      {(language = 'curl') => (
        <CodeBlock title={language} what={t('backend code')} code={quickstarts({ url, secret })[language]} />
      )}
    </ChoiceTabs>
  )
}

/** URL at which the reader's backend calls the service. */
function useBaseUrl(): string | undefined {
  const { hostedUpstream } = useSession()
  const upstream = useQuery({
    ...secondary('service', consoleApi.query(['upstream'], HOSTED_UPSTREAM_ENDPOINTS.getHostedUpstream)),
    enabled: hostedUpstream,
  })
  return hostedUpstream ? upstream.data?.baseUrl : `${window.location.origin}/v1/baas`
}

export function QuickstartCard({ scopes }: QuickstartProps): ReactElement {
  return (
    <Card
      title={t('Quickstart')}
      note={t('A first request. The key’s secret is in the variable {name} of your environment.', {
        name: 'LATCHKEY_API_KEY',
      })}
    >
      <Quickstart scopes={scopes} />
    </Card>
  )
}

/** Shows below a new secret how to send it. */
export function FirstRequest({
  issued,
  children,
}: {
  issued: IssuedApiKey
  children: ReactNode
}): ReactElement {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        {children} <SandboxMark />
      </p>
      <Quickstart scopes={issued.scopes} secret={issued.secret} />
    </div>
  )
}

type Request = {
  url: string
  /** Set only while the secret itself is displayed, once. Undefined displays an environment variable. */
  secret?: string | undefined
}

/** A complete program for a first request, per language, without dependencies. */
export const quickstarts = ({ url, secret }: Request): { curl: string; node: string; python: string } => ({
  curl: `curl '${url}' -H ${secret === undefined ? '"x-api-key: $LATCHKEY_API_KEY"' : `'x-api-key: ${secret}'`}`,
  node: `// node quickstart.mjs
const response = await fetch('${url}', {
  headers: { 'x-api-key': ${secret === undefined ? 'process.env.LATCHKEY_API_KEY' : `'${secret}'`} },
})
const { content } = await response.json()
console.log(response.status, content)`,
  python: `# python3 quickstart.py
import json, os, urllib.request

key = ${secret === undefined ? 'os.environ["LATCHKEY_API_KEY"]' : `"${secret}"`}
request = urllib.request.Request("${url}", headers={"x-api-key": key})
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response)["content"])`,
})
