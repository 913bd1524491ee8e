import { expect, test } from 'vitest'
import * as entry from './index.ts'

test('behavior: the entry exports the documented names', () => {
  expect(Object.keys(entry).toSorted()).toEqual([
    'LATCHKEY_WALLET_TAG',
    'LatchkeyBeforeCreateEvent',
    'LatchkeyBeforeEvent',
    'LatchkeyBeforeSignEvent',
    'LatchkeyCancelledEvent',
    'LatchkeyCreatedEvent',
    'LatchkeyErrorEvent',
    'LatchkeyExecutedEvent',
    'LatchkeyOutcomeEvent',
    'LatchkeyStatusEvent',
    'LatchkeyWalletElement',
    'WidgetError',
    'defineLatchkeyWallet',
  ])
})

test('behavior: importing and defining do nothing on a server', () => {
  expect('customElements' in globalThis).toBe(false)
  entry.defineLatchkeyWallet()
  expect('customElements' in globalThis).toBe(false)
  expect(entry.LatchkeyWalletElement.observedAttributes).toContain('api-url')
})
