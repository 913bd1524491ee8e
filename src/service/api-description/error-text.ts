import { ERRORS } from '#protocol/baas/errors.ts'
import { BFF_ERRORS } from '#protocol/org/bff-errors.ts'

const { INTEGRATION_SECRET_INVALID, ORIGIN_REFUSED, OPERATION_REFUSED } = BFF_ERRORS

/** The catalogue, and what an integrator's backend can be refused by the BFF. */
export const DESCRIBED_ERRORS = { ...ERRORS, INTEGRATION_SECRET_INVALID, ORIGIN_REFUSED, OPERATION_REFUSED }
export type DescribedCode = keyof typeof DESCRIBED_ERRORS

const CATALOGUE: Record<string, { status: number; message: (...data: string[]) => string }> = DESCRIBED_ERRORS

/** The public text of a code, with `…` for the data that it names. */
export function errorText(code: string): string {
  const text = CATALOGUE[code]?.message('…', '…', '…', '…') ?? ''
  return text === '…' ? 'The message says what was expected.' : text
}
