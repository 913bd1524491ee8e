import type { CallKind, DescribedCall, WarningCode } from '#shared/display/call-description.ts'
import { addressField, tokenAt } from './call-fields.ts'
import type { Described } from './describe-with.ts'
import type { Grant } from './effect.ts'
import { isUnlimited } from './is-unlimited.ts'
import { quantityFields } from './move.ts'
import { tokenWarnings } from './send.ts'

/** A permission that is given or withdrawn, as it is shown and warned of. */
export function describeGrant(kind: CallKind, grant: Grant, call: DescribedCall): Described {
  const { token, what, to, sets } = grant
  const approved = { label: 'approved', value: { kind: 'boolean', value: sets !== 'nothing' } } as const
  return {
    kind,
    effects: [grant],
    fields: [
      addressField(what.is === 'all' ? 'operator' : 'spender', to, call),
      ...(what.is === 'all' ? [approved] : quantityFields(what, token, call, isUnlimited(unitsOf(grant)))),
      addressField('token', token, call),
    ],
    warnings: [
      ...(what.is === 'number' ? ['ambiguous-token' as const] : []),
      ...(sets === 'nothing' ? [] : limitWarnings(grant, call)),
      ...tokenWarnings(token, call),
    ],
  }
}

/** A permission for more than there is goes on to what comes later. */
function limitWarnings(grant: Grant, call: DescribedCall): WarningCode[] {
  const { token, what } = grant
  if (what.is === 'all') return ['operator-grant']
  const units = unitsOf(grant)
  if (isUnlimited(units)) return ['unlimited-allowance']
  const balance = (what.is === 'coins' ? tokenAt(token, call)?.balance : null) ?? null
  return balance !== null && BigInt(units) > balance ? ['allowance-over-balance'] : []
}

/** Of an item there is one. */
function unitsOf({ what }: Grant): string {
  return what.is === 'coins' ? what.units : what.is === 'number' ? what.text : '0'
}
