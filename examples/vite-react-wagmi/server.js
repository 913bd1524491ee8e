import { randomBytes } from 'node:crypto'
import express from 'express'
import { createServerClient } from 'latchkey/server'
import { createPublicClient, http } from 'viem'
import { parseSiweMessage } from 'viem/siwe'

const { PORT = '5003', LATCHKEY_URL = 'http://localhost:4000', LATCHKEY_INTEGRATION_SECRET } = process.env
const { RPC_URL, CHAIN_ID, TOKEN } = process.env
for (const name of ['LATCHKEY_INTEGRATION_SECRET', 'RPC_URL', 'CHAIN_ID', 'TOKEN']) {
  if (!process.env[name]) throw new Error(`Set ${name}: see README.md, steps 2 and 4`)
}
const ORIGIN = `http://localhost:${PORT}`
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${LATCHKEY_URL}/widget/v1/`,
  `connect-src 'self' ${LATCHKEY_URL}/api/widget/ ${LATCHKEY_URL}/widget/v1/`,
  "style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

// Returns the user who is signed in to your product. Take it from your session; `id` must never change.
const currentUser = () => ({ id: 'user-3', email: 'noor@example.com' })

const latchkey = createServerClient({ url: LATCHKEY_URL, integrationSecret: LATCHKEY_INTEGRATION_SECRET })
const client = createPublicClient({ transport: http(RPC_URL) })
/** Each nonce is valid for one sign-in. In your product, store nonces in the session and give them a lifetime. */
const nonces = new Set()
/** Node methods that the page may call. */
const READS = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

const app = express()
app.disable('x-powered-by')
app.use((request, response, next) => {
  response.set('content-security-policy', POLICY)
  if (request.method === 'POST' && request.get('origin') !== ORIGIN) return response.sendStatus(403)
  next()
})
app.use(express.json({ limit: '100kb' }))

app.get('/settings.json', (_request, response) =>
  response.json({ latchkeyUrl: LATCHKEY_URL, chainId: Number(CHAIN_ID), token: TOKEN }),
)

app.post('/rpc', async (request, response) => {
  const { id, method, params } = request.body
  if (!READS.has(method))
    return response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: `${method} is not offered` } })
  const answer = await fetch(RPC_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  })
  response.status(answer.status).json(await answer.json())
})

// Returns a token for the signed-in user that is valid only on this page's origin. The secret stays on the server.
app.post('/wallet-token', async (_request, response) => {
  const { id, email } = currentUser()
  const { token } = await latchkey.openWidgetSession({
    externalUserId: id,
    email,
    operations: ['create', 'transfer', 'approve', 'execute', 'sign'],
    origin: ORIGIN,
  })
  response.json({ token })
})

app.post('/nonce', (_request, response) => {
  const nonce = randomBytes(16).toString('hex')
  nonces.add(nonce)
  response.json({ nonce })
})

// The wallet is a contract, so viem asks the contract whether the signature is valid (ERC-1271).
app.post('/sign-in', async (request, response) => {
  const { message, signature } = request.body
  const { address, nonce } = parseSiweMessage(message)
  if (!nonces.delete(nonce)) return response.sendStatus(403)
  const isValid = await client.verifySiweMessage({ message, signature, nonce, domain: `localhost:${PORT}` })
  if (!isValid) return response.sendStatus(403)
  response.json({ address })
})

app.use(express.static('dist'))

app.use((error, _request, response, _next) => {
  console.error(error)
  response.sendStatus(502)
})

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${ORIGIN}`))
