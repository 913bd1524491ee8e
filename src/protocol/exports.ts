import * as z from 'zod/mini'
import { datetimeSchema, uuidSchema } from './fields.ts'
import { listWalletsQuerySchema } from './wallets.ts'

/** An export's filter, named as in `GET /wallets`. */
export const walletExportFilterSchema = z.omit(listWalletsQuerySchema, { limit: true, cursor: true })
export type WalletExportFilter = z.infer<typeof walletExportFilterSchema>

/** Body of `POST /api/exports`. */
export const exportRequestSchema = z.strictObject({
  kind: z.literal('wallets', 'must be wallets'),
  filter: walletExportFilterSchema,
})
export type ExportRequest = z.infer<typeof exportRequestSchema>

/**
 * An export of a list as CSV, made in the background (BFF). `rows`: written so far. `problem`: why it `failed`, for
 * people. Downloadable by its creator once it is `done` and until it expires.
 */
export const exportSchema = z.object({
  id: uuidSchema,
  kind: z.literal('wallets'),
  filter: walletExportFilterSchema,
  state: z.enum(['running', 'done', 'failed']),
  rows: z.number(),
  bytes: z.number(),
  problem: z.optional(z.string()),
  createdAtDatetime: datetimeSchema,
  finishedAtDatetime: z.optional(datetimeSchema),
  expiresAtDatetime: datetimeSchema,
})
export type Export = z.infer<typeof exportSchema>
export const exportListSchema = z.array(exportSchema)
