import type { CallKind } from '#protocol/display/call-description.ts'

/** `label` is what the signer does, `main` to what. */
type What = { label: string; main: string; remark?: string }

const items = (count: number) => `${count} ${count === 1 ? 'kind of item' : 'kinds of items'}`

/** The texts of calls that are no transfer of tokens, in English. They are in the file that is loaded for such calls. */
export const callsEn = {
  /** What each call does. `amount` and `token` are made harmless already; `id` is the number of an item. */
  what: {
    allowance: (amount: string): What => ({ label: 'You allow spending', main: amount }),
    allowanceWithoutLimit: (token: string): What => ({
      label: 'You allow spending',
      main: token === '' ? 'Everything, without limit' : `All ${token}, without limit`,
    }),
    allowanceWithdrawn: (token: string): What => ({
      label: 'You withdraw a permission to spend',
      main: token === '' ? 'These tokens' : token,
    }),
    ambiguous: (number: string): What => ({
      label: 'You give a permission over',
      main: number,
      remark: 'Smallest units of a token, or the item of that number: nobody here knows which.',
    }),
    ambiguousWithoutLimit: (): What => ({ label: 'You allow spending', main: 'Everything, without limit' }),
    ambiguousWithdrawn: (number: string): What => ({
      label: 'You withdraw a permission',
      main: `Number ${number}`,
    }),
    item: (id: string): What => ({ label: 'You send', main: `Item ${id}` }),
    itemGrant: (id: string): What => ({ label: 'You allow moving', main: `Item ${id}` }),
    itemWithdrawn: (id: string): What => ({
      label: 'You withdraw the permission to move',
      main: `Item ${id}`,
    }),
    units: (units: string, id: string): What => ({ label: 'You send', main: `${units} of item ${id}` }),
    batch: (count: number): What => ({ label: 'You send', main: items(count) }),
    everyItem: (name: string): What => ({
      label: 'You allow moving',
      main: name === '' ? 'Every item, now and later' : `Every item of ${name}, now and later`,
    }),
    everyItemWithdrawn: (name: string): What => ({
      label: 'You withdraw the permission to move',
      main: name === '' ? 'Every item' : `Every item of ${name}`,
    }),
    unknown: (): What => ({ label: 'You call a contract', main: 'Nobody here can tell what this does' }),
  },
  labels: {
    amounts: 'Amount',
    collection: 'Collection',
    contract: 'Contract',
    everyRow: 'All items that are sent',
    id: 'Item',
    nobody: 'Nobody',
    operator: 'Who may move them',
    row: 'Row',
    spender: 'Who may do it',
    withdrawnFrom: 'Taken from',
  },
  /** Replace the widget's own texts about transfers. */
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'This would fail, so it was not sent. Check that the wallet holds what it needs, and who receives it.',
    },
    warnings: {
      'ambiguous-token':
        'The bytes do not say whether this is an amount of a token or one item of a collection. Read the number as both.',
      'operator-grant':
        'Whoever you name may move every item of this collection out of your wallet, now and later, until you withdraw it.',
      'to-token-contract': 'The recipient is a token’s own contract. What is sent there is lost.',
      'unknown-call': 'Nobody here can tell what this call does.',
      'unlimited-allowance':
        'Whoever you name may take all of this token that your wallet holds, now and later, until you withdraw it.',
      'value-with-call': 'The call also sends the chain’s native token.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmed', text: 'It is final.' },
      FAILED: {
        heading: 'It failed',
        text: 'The blockchain refused it, and nothing has changed. Check what it needs before you prepare it again.',
      },
    },
    working: { prepare: 'Preparing…' },
    confirm: { fingerprintHint: 'The same words appear wherever this call is shown.' },
  },
}

/** Those texts in one language. */
export type CallMessages = typeof callsEn

/** Calls whose party gets a permission. */
export const GRANTS: ReadonlySet<CallKind> = new Set<CallKind>([
  'erc20-approve',
  'erc721-approve',
  'token-approve',
  'set-approval-for-all',
  'revoke-approval-for-all',
])
