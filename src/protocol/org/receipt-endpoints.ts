import type { Endpoint } from '#protocol/baas/endpoints.ts'
import { receiptSchema } from '#protocol/receipt/receipt.ts'
import { heldParamsSchema } from './approver-api.ts'

/** Signed receipts of transactions on the chain (ADR 0019). */
export const RECEIPT_ENDPOINTS = {
  getReceipt: {
    method: 'GET',
    path: '/transactions/:transactionUuid/receipt',
    scope: 'org:manage',
    params: heldParamsSchema,
    answer: receiptSchema,
    summary: 'Get a signed receipt of a transaction, which anybody can check against the chain',
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
} as const satisfies Record<string, Endpoint>
