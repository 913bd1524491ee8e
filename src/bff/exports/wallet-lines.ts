import type { Wallet } from '#protocol/baas/wallets.ts'
import { csvLine } from '#protocol/display/csv-line.ts'

const COLUMNS = [
  'address',
  'label',
  'externalUserId',
  'externalUserLabel',
  'createdAtDatetime',
  'id',
] as const satisfies readonly (keyof Wallet)[]

/** The first line. */
export const WALLETS_HEAD = csvLine(COLUMNS)

/** A page of wallets as lines of a CSV file. */
export function walletLines(wallets: readonly Wallet[]): string {
  return wallets.map((wallet) => csvLine(COLUMNS.map((column) => wallet[column]))).join('')
}
