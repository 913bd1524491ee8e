/**
 * The part of papaparse that the console uses. The published types would bring Node's types into the browser
 * code.
 */
declare module 'papaparse' {
  type ParseOptions = { skipEmptyLines?: boolean | 'greedy'; delimiter?: string }
  export function parse<Row>(text: string, options?: ParseOptions): { data: Row[] }
}
