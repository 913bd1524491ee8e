import { types } from '@electric-sql/pglite'

type Parse = (text: string, type?: number) => unknown

/** int8 as a decimal string and bytea as a Buffer, as node-postgres reads them: one code for both engines. */
const PARSERS: Record<number, Parse> = {
  ...types.parsers,
  [types.INT8]: (text) => text,
  [types.BYTEA]: (text) => Buffer.from(text.slice('\\x'.length), 'hex'),
}

/** Arrays that queries answer, by their elements' type. Source: pg_type, whose built-in rows are the same everywhere. */
const ARRAYS: readonly (readonly [number, number])[] = [
  [1000, types.BOOL],
  [1005, types.INT2],
  [1007, types.INT4],
  [1016, types.INT8],
  [1009, types.TEXT],
  [1015, types.VARCHAR],
  [2951, types.UUID],
  [1231, types.NUMERIC],
  [1115, types.TIMESTAMP],
  [1185, types.TIMESTAMPTZ],
  [199, types.JSON],
  [3807, types.JSONB],
]
for (const [array, element] of ARRAYS) {
  const parse = PARSERS[element] ?? ((text) => text)
  PARSERS[array] = (text) => types.arrayParser(text, parse, array)
}

/** A value from the text in which the engine writes it. */
export function readValue(text: string | null, type: number): unknown {
  if (text === null) return null
  const parse = PARSERS[type]
  return parse === undefined ? text : parse(text, type)
}
