import { ERRORS } from '#shared/baas/errors.ts'

const CATALOGUE: Record<string, { status: number; message: (...data: string[]) => string }> = ERRORS

/** The public text of a code, with `…` for the data that it names. */
export function errorText(code: string): string {
  const text = CATALOGUE[code]?.message('…', '…', '…', '…') ?? ''
  return text === '…' ? 'The message says what was expected.' : text
}
