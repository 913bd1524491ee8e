import type { WidgetOperation } from '#shared/org/console-api.ts'

export const OPERATION_LOOKS: Record<WidgetOperation, { label: string; note: string }> = {
  create: { label: 'Create wallets', note: 'Make a wallet with the user’s passkey.' },
  transfer: { label: 'Prepare transfers', note: 'Fill in a transfer for the user to confirm.' },
  approve: {
    label: 'Prepare approvals',
    note: 'Let a contract move the user’s tokens, once the user confirms.',
  },
  execute: { label: 'Execute', note: 'Send what the user’s passkey has signed. Transfers need it.' },
}
