import { expect, test } from 'vitest'
import { readSettlement, writeHeader } from './payment-header.ts'
import { WALLET } from './testing/scripted-payment.ts'

test.each(['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'])('behavior: the outcome is read from %s', (name) => {
  const settled = { success: true, transaction: '0xaa', network: 'eip155:84001', payer: WALLET }
  const response = new Response('', { headers: { [name]: writeHeader(settled) } })
  const outcome = { success: true, transaction: '0xaa', network: 'eip155:84001', errorReason: undefined }
  expect(readSettlement(response)).toEqual(outcome)
})

test.each([{}, { 'PAYMENT-RESPONSE': 'no JSON' }, { 'PAYMENT-RESPONSE': writeHeader({ success: 'yes' }) }])(
  'behavior: a response with the headers %j has no outcome',
  (headers) => {
    expect(readSettlement(new Response('', { headers }))).toBeUndefined()
  },
)
