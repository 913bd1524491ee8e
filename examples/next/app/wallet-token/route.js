import { createServerClient } from 'latchkey/server'

const { LATCHKEY_URL = 'http://localhost:4000', LATCHKEY_INTEGRATION_SECRET, PORT = '5002' } = process.env
const latchkey = createServerClient({ url: LATCHKEY_URL, integrationSecret: LATCHKEY_INTEGRATION_SECRET })
const ORIGIN = `http://localhost:${PORT}`

// Whoever is signed in to your product: take it from your session. `id` never changes.
const currentUser = () => ({ id: 'user-2', email: 'kai@example.com' })

/** A token for the person who is signed in, for this page alone. The secret stays here. */
export async function POST(request) {
  if (request.headers.get('origin') !== ORIGIN) return new Response(null, { status: 403 })
  const { id, email } = currentUser()
  const { token } = await latchkey.openWidgetSession({
    externalUserId: id,
    email,
    operations: ['create', 'transfer', 'execute'],
    origin: ORIGIN,
  })
  return Response.json({ token })
}
