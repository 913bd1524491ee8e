/** What the console uses of papaparse; the published types bring Node's own into the browser. */
declare module 'papaparse' {
  type ParseError = { type: string; code: string; message: string; row?: number }
  type ParseOptions = {
    skipEmptyLines?: boolean | 'greedy'
    header?: boolean
    delimiter?: string
    preview?: number
    delimitersToGuess?: string[]
  }
  export function parse<Row>(text: string, options?: ParseOptions): { data: Row[]; errors: ParseError[] }
}
