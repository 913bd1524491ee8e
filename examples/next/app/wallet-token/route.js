const { LATCHKEY_URL = 'http://localhost:4000', LATCHKEY_INTEGRATION_SECRET, PORT = '5002' } = process.env
const ORIGIN = `http://localhost:${PORT}`

// Whoever is signed in to your product: take it from your session. `id` never changes.
const currentUser = () => ({ id: 'user-2', email: 'kai@example.com' })

/** A token for the person who is signed in, for this page alone. The secret stays here. */
export async function POST(request) {
  if (request.headers.get('origin') !== ORIGIN) return new Response(null, { status: 403 })
  const { id, email } = currentUser()
  const answer = await fetch(`${LATCHKEY_URL}/api/widget/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${LATCHKEY_INTEGRATION_SECRET}` },
    body: JSON.stringify({
      externalUserId: id,
      email,
      operations: ['create', 'transfer', 'execute'],
      origin: ORIGIN,
    }),
  })
  if (!answer.ok) {
    console.error(`Latchkey answered ${answer.status}: ${await answer.text()}`)
    return new Response(null, { status: 502 })
  }
  const { content } = await answer.json()
  return Response.json({ token: content.token })
}
