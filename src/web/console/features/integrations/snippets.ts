import type { Integration } from '#protocol/console-api.ts'

type Widget = { url: string; integrity: string }

/** The code for the integrator's page. The hash lets the browser refuse any other file. */
export function pageSnippet(widget: Widget, apiUrl: string): string {
  return `<script
  type="module"
  src="${widget.url}"
  integrity="${widget.integrity}"
  crossorigin="anonymous"
></script>

<latchkey-wallet api-url="${apiUrl}" flow="create"></latchkey-wallet>

<script type="module" src="/wallet.js"></script>`
}

/** The file next to that page: a strict policy allows no inline script. */
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

/** For pages that a bundler builds. */
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

/** For React 18 and 19. */
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

/** The code for the integrator's backend: the secret stays there. */
export function backendSnippet(integration: Integration, apiUrl: string): string {
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

/** The sources that a strict content security policy of the integrator's page must allow. */
export function policySnippet(apiUrl: string): string {
  return `script-src 'self' ${apiUrl}/widget/v1/;
connect-src 'self' ${apiUrl}/api/widget/;`
}
