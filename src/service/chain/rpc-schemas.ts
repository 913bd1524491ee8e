import { isAddress, isHex, size, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'

/** Bytes as the node answers them. */
export const dataSchema = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)

/** A 32-byte hash, in lower case. */
export const hashSchema = z.pipe(
  z.custom<Hex>((value) => isHex(value) && size(value) === 32),
  z.transform((hash): Hex => `0x${hash.slice(2).toLowerCase()}`),
)

export const addressSchema = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
)

/** A number as the node answers it: 0x-hex. */
export const quantitySchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text) => BigInt(text)),
)

export const headerSchema = z.object({
  number: quantitySchema,
  hash: hashSchema,
  parentHash: hashSchema,
  timestamp: quantitySchema,
  baseFeePerGas: z.optional(quantitySchema),
})
/** A block without its transactions; `timestamp` in Unix seconds. `baseFeePerGas` is absent on chains without EIP-1559. */
export type BlockHeader = z.infer<typeof headerSchema>

/** The fields of a block that the service reads. */
export const blockSchema = z.extend(headerSchema, { transactions: z.array(hashSchema) })
export type Block = z.infer<typeof blockSchema>

/** A log as receipts have it. */
const receiptLogSchema = z.object({
  address: addressSchema,
  topics: z.array(hashSchema),
  data: dataSchema,
})
export type ReceiptLog = z.infer<typeof receiptLogSchema>

/** The fields of a receipt that the service reads. */
export const receiptSchema = z.object({
  transactionHash: hashSchema,
  blockNumber: quantitySchema,
  blockHash: hashSchema,
  status: quantitySchema,
  gasUsed: quantitySchema,
  /** Wei per gas. */
  effectiveGasPrice: z.optional(quantitySchema),
  /** Wei that a rollup charges for the data besides. */
  l1Fee: z.optional(quantitySchema),
  /** In the order of the chain. */
  logs: z._default(z.array(receiptLogSchema), []),
})
export type Receipt = z.infer<typeof receiptSchema>

/** A number as the node expects it. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** A block by its height, or by where it stands. */
export type BlockAt = bigint | 'latest' | 'pending'

/** A block as the node expects it. */
export function blockParameter(at: BlockAt): string {
  return typeof at === 'bigint' ? quantity(at) : at
}

/** An address or bytes in lower case: an encoder takes mixed case for a checksum, and callers may have any case. */
export function lowerCase(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
