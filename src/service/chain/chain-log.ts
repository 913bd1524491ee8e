import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, dataSchema, hashSchema, quantitySchema } from './rpc-schemas.ts'

/** The timestamp of a log's block. Only newer nodes send it, and not all of them as a quantity. */
const timestampSchema = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value) => z.safeParse(quantitySchema, value).data),
  ),
)

/** A log as the service reads it. `blockTimestamp` is in Unix seconds. */
export const logSchema = z.object({
  address: addressSchema,
  topics: z.array(hashSchema),
  data: dataSchema,
  blockNumber: quantitySchema,
  blockHash: hashSchema,
  transactionHash: hashSchema,
  logIndex: quantitySchema,
  blockTimestamp: timestampSchema,
})
export type ChainLog = z.infer<typeof logSchema>

/** Matching values for each topic position. `null` matches all. */
export type LogTopics = readonly (readonly Hex[] | null)[]
