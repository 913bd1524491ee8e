/** What the console uses of papaparse; the published types bring Node's own into the browser. */
declare module 'papaparse' {
  type ParseOptions = { skipEmptyLines?: boolean | 'greedy'; delimiter?: string }
  export function parse<Row>(text: string, options?: ParseOptions): { data: Row[] }
}
