import { afterEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '#protocol/audit.ts'
import { encodeTokenCall } from '#protocol/signing/calldata.ts'
import { checksum } from '#web/console/lib/address-input.ts'
import { buildEntry } from '#web/console/testing/audit-entries.ts'
import { answerRequests, renderLive } from '#web/console/testing/render-live.tsx'
import { AuditSentence } from './audit-sentence.tsx'

const ID = '5f0c3f4e-4c56-4d8e-9f6f-0d3a3b1c2d4e'
const WALLET = '0x27b1FdB04752bbc536007A920D24ACB045561c26'
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const TOKEN = '0x57079a9B144cA7B3c1A3cd9f8E1bB2b4E2f9a1C3'
const DEMO = { address: TOKEN, name: 'Demo', symbol: 'DEMO', decimals: 6, standard: 'erc20' as const }
const NAMES = new Map([
  ['key-1', 'Shop'],
  ['invitation-1', 'carol@shop.example'],
])

afterEach(() => vi.unstubAllGlobals())

function render(changes: Partial<AuditEntry>) {
  answerRequests({})
  return renderLive(
    <AuditSentence entry={buildEntry(changes)} names={NAMES} context={{ chainId: 31337, tokens: [DEMO] }} />,
  )
}

const { functionSignature, params } = encodeTokenCall('erc20-transfer', { to: RECIPIENT, amount: '12500000' })
const transfer = {
  walletAddress: WALLET,
  toAddress: TOKEN,
  value: '0',
  functionSignature,
  params: params.join(', '),
}
const list = (mode: string) => ({ 'before.ipAllowList.mode': 'enforced', 'ipAllowList.mode': mode })

test.each<[Partial<AuditEntry>, string]>([
  [
    { action: 'transaction.executed', target: ID, details: transfer },
    'Ada sent 12.5 DEMO from 0x27b1…1c26 to 0x7099…79C8',
  ],
  [
    {
      action: 'transaction.executed',
      target: ID,
      details: { ...transfer, status: 'PENDING_USER_APPROVAL' },
    },
    'Ada asked for approval to send 12.5 DEMO from 0x27b1…1c26 to 0x7099…79C8',
  ],
  [
    { action: 'transaction.executed', details: transfer, result: 'refused' },
    'Ada tried to send 12.5 DEMO from 0x27b1…1c26 to 0x7099…79C8',
  ],
  [
    { action: 'transaction.executed', target: ID, details: { walletAddress: WALLET, toAddress: TOKEN } },
    'Ada made a transaction from 0x27b1…1c26: 5f0c3f4e',
  ],
  [
    {
      action: 'erc20-transfer.prepared',
      details: {
        walletAddress: WALLET,
        toAddress: TOKEN,
        'txObject.functionSignature': functionSignature,
        'txObject.params': params.join(', '),
      },
    },
    'Ada prepared a call for the wallet 0x27b1…1c26: Send 12.5 DEMO',
  ],
  [
    { action: 'member.invited', target: 'invitation-1', details: { role: 'admin' } },
    'Ada invited carol@shop.example with the role Admin',
  ],
  [
    { action: 'member.invited', target: 'invitation-2', details: { role: 'admin' } },
    'Ada created an invitation with the role Admin',
  ],
  [
    { action: 'api-key.updated', target: 'key-1', details: { label: 'Shop', ...list('off') } },
    'Ada turned off the IP list of the API key Shop',
  ],
  [
    { action: 'api-key.updated', target: 'key-1', details: list('enforced') },
    'Ada changed the IP list of the API key Shop',
  ],
  [
    { action: 'api-key.updated', target: 'key-1', details: { ...list('off'), 'before.scopes': 'a' } },
    'Ada changed the API key Shop',
  ],
  [
    { action: 'api-key.updated', details: { label: 'New', 'before.label': 'Old' } },
    'Ada renamed the API key Old to New',
  ],
  [{ action: 'api-key.revoked', target: 'key-1' }, 'Ada revoked the API key Shop'],
  [{ action: 'api-key.revoked', target: ID }, 'Ada revoked the API key 5f0c3f4e'],
  [
    { action: 'webhook.delivery-resent', target: `${ID}/${ID}`, result: 'unknown' },
    'Ada tried to resend a delivery to the webhook endpoint 5f0c3f4e',
  ],
  [
    { action: 'member.role-changed', details: { name: 'Ben', from: 'operator', to: 'owner' } },
    'Ada changed the role of Ben from Operator to Owner',
  ],
  [
    { action: 'member.recovery-started', actor: null, details: { by: 'operator', name: 'Ben' } },
    'The operator of the server created a recovery link for Ben',
  ],
  [{ action: 'fees.set', details: { fee: null } }, 'Ada removed the transaction fee'],
  [{ action: 'session.sign-in', result: 'refused' }, 'A sign-in as Ada failed'],
  [
    {
      action: 'access.tried',
      target: 'PUT /api/org/fees',
      details: { role: 'read-only' },
      result: 'refused',
    },
    'Ada tried something that the role Read-only does not allow: PUT /api/org/fees',
  ],
  [{ action: 'moon.landed' }, 'Ada performed an action that this console does not know: moon.landed'],
])('behavior: %o → %s', (changes, sentence) => {
  expect(render(changes).textContent).toBe(sentence)
})

test('behavior: the amount links to the transaction, and to the wallet’s activity if only its hash is known', () => {
  const link = (target: string) =>
    render({ action: 'transaction.executed', target, details: transfer })
      .querySelector('a')
      ?.getAttribute('href')
  expect(link(ID)).toBe(`/transactions/${ID}`)
  expect(link(`0x${'b'.repeat(64)}`)).toBe(`/wallets/${checksum(WALLET)}/activity`)
})

test('behavior: an address with a name is shown by it, with a link', async () => {
  const known = { address: RECIPIENT, name: 'Exchange', from: 'book' }
  vi.stubGlobal('fetch', async () =>
    Response.json({
      statusCode: 200,
      content: { addresses: [{ address: RECIPIENT, known, looksLike: null }], wallets: 'checked' },
    }),
  )
  const place = renderLive(
    <AuditSentence
      entry={buildEntry({ action: 'address.verified', target: RECIPIENT, details: { label: 'Exchange' } })}
      names={NAMES}
      context={{ chainId: 31337, tokens: [] }}
    />,
  )
  await expect.poll(() => place.querySelector('a')?.getAttribute('href')).toBe(`/address-book?q=${RECIPIENT}`)
})
