import type {
  CallDescription,
  CallKind,
  DescribedCall,
  Described,
} from '#protocol/display/call-description.ts'
import type { WarningCode } from '#protocol/display/warning-severity.ts'
import { addressField, tokenAt } from './call-fields.ts'
import type { Grant } from './effect.ts'
import { quantityFields } from './move.ts'
import { tokenWarnings } from './send.ts'

/**
 * Amounts from here on count as unlimited. No coin has ever issued as much (exchanges count reserves in 112 bits).
 * Wallets and exchanges write such numbers for "unlimited" (2^96-1 in coins that store 96 bits).
 */
const UNLIMITED_START = 2n ** 112n
const UNLIMITED_96 = 2n ** 96n - 1n

/** Whether an allowance is effectively unlimited. */
export function isUnlimited(units: string): boolean {
  return BigInt(units) >= UNLIMITED_START || BigInt(units) === UNLIMITED_96
}

/** Whether a call only revokes an approval. */
export function withdraws({ effects: [effect, ...others] }: CallDescription): boolean {
  return others.length === 0 && effect?.does === 'grant' && effect.sets === 'nothing'
}

/** The description of a granted or revoked permission, with its warnings. */
export function describeGrant(kind: CallKind, grant: Grant, call: DescribedCall): Described {
  const { token, what, to, sets } = grant
  const approved = { label: 'approved', value: { kind: 'boolean', value: sets !== 'nothing' } } as const
  return {
    kind,
    effects: [grant],
    fields: [
      addressField(what.is === 'all' ? 'operator' : 'spender', to, call),
      ...(what.is === 'all'
        ? [approved]
        : quantityFields(what, token, call, isUnlimited(limitedUnits(grant)))),
      addressField('token', token, call),
    ],
    warnings: [
      ...(what.is === 'number' ? ['ambiguous-token' as const] : []),
      ...(sets === 'nothing' ? [] : limitWarnings(grant, call)),
      ...tokenWarnings(token, call),
    ],
  }
}

/**
 * Warnings about the limit of a permission. A limit above the balance also covers tokens that the wallet receives
 * later.
 */
function limitWarnings(grant: Grant, call: DescribedCall): WarningCode[] {
  const { token, what } = grant
  if (what.is === 'all') return ['operator-grant']
  const units = limitedUnits(grant)
  if (isUnlimited(units)) return ['unlimited-allowance']
  const balance = (what.is === 'coins' ? tokenAt(token, call)?.balance : null) ?? null
  return balance !== null && BigInt(units) > balance ? ['allowance-over-balance'] : []
}

/** The number that is compared with a limit or a balance. Items have no such number. */
function limitedUnits({ what }: Grant): string {
  switch (what.is) {
    case 'coins':
      return what.units
    case 'number':
      return what.text
    case 'item':
    case 'items':
    case 'all':
      return '0'
  }
}
