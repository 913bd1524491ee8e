import express from 'express'
import { verifyWebhook } from 'latchkey/server'

const { PORT = '5001', LATCHKEY_WEBHOOK_SECRET } = process.env
if (!LATCHKEY_WEBHOOK_SECRET) throw new Error('Set LATCHKEY_WEBHOOK_SECRET: see README.md, step 2')

// Replace these with your database. An event can arrive more than once, and a later state before an earlier one.
const seen = new Set()
const payments = new Map()

const ENDS = {
  'transaction.confirmed': 'paid',
  'transaction.failed': 'failed',
  'transaction.rejected': 'declined',
  'transaction.expired': 'expired',
  'transaction.cancelled': 'cancelled',
}

/** Applies one event. Repeating an event changes nothing, and a payment that is paid stays paid. */
function apply({ type, data }) {
  const end = ENDS[type]
  if (end === undefined || payments.get(data.digest)?.state === 'paid')
    return console.log(`${type}: nothing to do`)
  payments.set(data.digest, { state: end, walletAddress: data.walletAddress, hash: data.transactionHash })
  console.log(`${data.digest} is ${end}`)
}

const app = express()

// The signature covers the received bytes, so no JSON parser may run before it is verified.
app.post('/webhooks/latchkey', express.raw({ type: '*/*', limit: '100kb' }), (request, response) => {
  let event
  try {
    const { body, headers } = request
    event = verifyWebhook({ body: body.toString('utf8'), headers, secret: LATCHKEY_WEBHOOK_SECRET })
  } catch (error) {
    console.warn(`refused: ${error.message}`)
    return response.sendStatus(400)
  }
  const id = request.get('webhook-id')
  if (!seen.has(id)) {
    apply(event)
    seen.add(id)
  }
  // After any other response than 2xx, the delivery is retried for about three days.
  response.sendStatus(204)
})

app.get('/payments', (_request, response) => response.json(Object.fromEntries(payments)))

app.listen(Number(PORT), 'localhost', () =>
  console.log(`Webhooks at http://localhost:${PORT}/webhooks/latchkey`),
)
