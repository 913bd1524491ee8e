import { isAddress, isHex, size, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'

/** Bytes in a node's response. */
export const dataSchema = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)

/** A 32-byte hash, in lower case. */
export const hashSchema = z.pipe(
  z.custom<Hex>((value) => isHex(value) && size(value) === 32),
  z.transform((hash): Hex => `0x${hash.slice(2).toLowerCase()}`),
)

export const addressSchema = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
)

/** A number in a node's response: 0x-hex. */
export const quantitySchema = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform((text) => BigInt(text)),
)

type Unknownable<Schema extends z.ZodMiniType> = z.ZodMiniOptional<
  z.ZodMiniPipe<
    z.ZodMiniOptional<z.ZodMiniNullable<Schema>>,
    z.ZodMiniTransform<z.output<Schema> | undefined, z.output<Schema> | null | undefined>
  >
>

/** A field that nodes omit or set to null. Both mean that it is unknown, and both become undefined. */
export function unknownable<Schema extends z.ZodMiniType>(schema: Schema): Unknownable<Schema> {
  return z.optional(
    z.pipe(
      z.nullish(schema),
      z.transform((value) => value ?? undefined),
    ),
  )
}

export const headerSchema = z.object({
  number: quantitySchema,
  hash: hashSchema,
  parentHash: hashSchema,
  timestamp: quantitySchema,
  baseFeePerGas: unknownable(quantitySchema),
})
/**
 * A block without its transactions. `timestamp` in Unix seconds. `baseFeePerGas` is undefined on chains
 * without EIP-1559.
 */
export type BlockHeader = z.infer<typeof headerSchema>

/** A list that nodes omit or set to null. Readers can get the same facts in another way. */
function listOrEmpty<Schema extends z.ZodMiniType>(item: Schema) {
  return z._default(
    z.pipe(
      z.nullable(z.array(item)),
      z.transform((items) => items ?? []),
    ),
    [],
  )
}

/**
 * The fields of a block that the service reads. A transaction that the block does not list is found by its receipt.
 */
export const blockSchema = z.extend(headerSchema, { transactions: listOrEmpty(hashSchema) })
export type Block = z.infer<typeof blockSchema>

const receiptLogSchema = z.object({
  address: addressSchema,
  topics: z.array(hashSchema),
  data: dataSchema,
})
export type ReceiptLog = z.infer<typeof receiptLogSchema>

/**
 * The fields of a receipt that the service reads. Nothing can be decided without hash, block and status, so a
 * receipt that lacks one of them is requested again. The other fields may be unknown.
 */
export const receiptSchema = z.object({
  transactionHash: hashSchema,
  blockNumber: quantitySchema,
  blockHash: hashSchema,
  status: quantitySchema,
  gasUsed: unknownable(quantitySchema),
  /** Wei per gas. */
  effectiveGasPrice: unknownable(quantitySchema),
  /** Wei that a rollup also charges for the data. */
  l1Fee: unknownable(quantitySchema),
  /** In the order of the chain. */
  logs: unknownable(z.array(receiptLogSchema)),
})
/** `isSimulated`: the node returned no receipt, and the outcome was determined by a simulation of the call. */
export type Receipt = z.infer<typeof receiptSchema> & { isSimulated?: true }

/** Formats a number for a request. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** A block by its height or its tag. */
export type BlockAt = bigint | 'latest' | 'pending'

/** Formats a block for a request. */
export function blockParameter(at: BlockAt): string {
  return typeof at === 'bigint' ? quantity(at) : at
}

/**
 * Converts an address or bytes to lower case. Callers may use any case, but an encoder would verify mixed case as a
 * checksum.
 */
export function lowerCase(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}
