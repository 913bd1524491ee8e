import * as z from 'zod/mini'
import { addressSchema, calldataSchema, matching } from '#protocol/fields.ts'
import { ProviderRpcError } from './rpc-error.ts'

export const text = z.string('must be a string')
/** A number in JSON-RPC form. */
export const quantity = matching(/^0x[0-9a-fA-F]{1,64}$/, 'must be 0x followed by at most 64 hex digits')
const recipient = z.pipe(z.string('must be an address: a wallet creates no contracts'), addressSchema)
/** A call in JSON-RPC form. */
export const callShape = { to: recipient, value: z.optional(quantity), data: z.optional(calldataSchema) }

/** Converts a call to the form that the element takes. */
export function rawCall({ to, value = '0x0', data = '0x' }: z.output<z.ZodMiniObject<typeof callShape>>): {
  kind: 'raw'
  to: string
  data: string
  value: string
} {
  return { kind: 'raw' as const, to, data, value: BigInt(value).toString() }
}

/** An object with these members. Unknown members are kept. */
export const object = <Shape extends z.core.$ZodShape>(
  shape: Shape,
): z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$loose> => z.looseObject(shape, 'must be an object')

/** Positional parameters. Extra parameters are ignored. */
export const params = <Items extends [z.ZodMiniType, ...z.ZodMiniType[]]>(
  ...items: Items
): z.ZodMiniTuple<Items, z.ZodMiniUnknown> => z.tuple(items, z.unknown(), 'must be a list of parameters')

/** Parses parameters once. @throws ProviderRpcError -32602, with the field's name */
export function parse<Output>(schema: z.ZodMiniType<Output>, given: unknown, name = 'params'): Output {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [name, ...(issue?.path ?? [])].join('.')
  throw new ProviderRpcError(-32602, `${path} ${issue?.message ?? 'is wrong'}`)
}
