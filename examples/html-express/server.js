import { readFile } from 'node:fs/promises'
import express from 'express'

const { PORT = '5000', LATCHKEY_URL = 'http://localhost:4000', LATCHKEY_INTEGRATION_SECRET } = process.env
if (!LATCHKEY_INTEGRATION_SECRET) throw new Error('Set LATCHKEY_INTEGRATION_SECRET: see README.md, step 2')
const ORIGIN = `http://localhost:${PORT}`
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${LATCHKEY_URL}/widget/v1/`,
  `connect-src 'self' ${LATCHKEY_URL}/api/widget/`,
  "style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

// Returns the user who is signed in to your product. Take it from your session; `id` must never change.
const currentUser = () => ({ id: 'user-1', email: 'mira@example.com' })

/** Sends a request to Latchkey. Throws the response's text if the request fails. */
async function latchkey(path, options) {
  const answer = await fetch(LATCHKEY_URL + path, options)
  if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const app = express()
app.disable('x-powered-by')
app.use((_request, response, next) => {
  response.set('content-security-policy', POLICY)
  next()
})

// Serves the page with the newest file of the widget and its hash. The browser rejects any other content.
app.get('/', async (_request, response) => {
  const { module } = await latchkey('/widget/v1/integrity.json')
  const values = { latchkey: LATCHKEY_URL, file: module.file, integrity: module.integrity }
  const html = await readFile('public/index.html', 'utf8')
  response.type('html').send(html.replace(/{{(\w+)}}/g, (_, name) => values[name]))
})

// Returns a token for the signed-in user that is valid only on this page's origin. The secret stays on the server.
app.post('/wallet-token', async (request, response) => {
  if (request.get('origin') !== ORIGIN) return response.sendStatus(403)
  const { id, email } = currentUser()
  const { content } = await latchkey('/api/widget/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${LATCHKEY_INTEGRATION_SECRET}` },
    body: JSON.stringify({
      externalUserId: id,
      email,
      operations: ['create', 'transfer', 'execute'],
      origin: ORIGIN,
    }),
  })
  response.json({ token: content.token })
})

app.use(express.static('public', { index: false }))

app.use((error, _request, response, _next) => {
  console.error(error)
  response.sendStatus(502)
})

app.listen(Number(PORT), 'localhost', () => console.log(`Open ${ORIGIN}`))
