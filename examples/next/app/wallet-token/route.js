import { createServerClient } from 'latchkey/server'

const { LATCHKEY_URL = 'http://localhost:4000', LATCHKEY_INTEGRATION_SECRET, PORT = '5002' } = process.env
const latchkey = createServerClient({ url: LATCHKEY_URL, integrationSecret: LATCHKEY_INTEGRATION_SECRET })
const ORIGIN = `http://localhost:${PORT}`

// Returns the user who is signed in to your product. Take it from your session; `id` must never change.
const currentUser = () => ({ id: 'user-2', email: 'kai@example.com' })

/** Returns a token for the signed-in user that is valid only on this page's origin. The secret stays on the server. */
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
