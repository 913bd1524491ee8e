import { expect, test } from 'vitest'
import { warning } from './call-description.ts'
import { WARNING_SEVERITY, type WarningCode, type WarningSeverity } from './warning-severity.ts'

/** The severities, written a second time so that a change of the table is a deliberate decision. */
const EXPECTED: Record<WarningCode, WarningSeverity> = {
  'adds-key': 'danger',
  'allowance-over-balance': 'caution',
  'ambiguous-token': 'caution',
  'from-other-account': 'caution',
  'objects-to-removal': 'caution',
  'operator-grant': 'danger',
  'removes-backup': 'caution',
  'removes-co-signer': 'danger',
  'removes-key': 'caution',
  'self-transfer': 'caution',
  'sets-backup': 'danger',
  'sets-co-signer': 'danger',
  'starts-co-signer-removal': 'danger',
  'suspicious-token-text': 'caution',
  'to-token-contract': 'danger',
  'to-zero-address': 'danger',
  'unknown-call': 'danger',
  'unknown-token': 'caution',
  'unlimited-allowance': 'danger',
  'value-with-call': 'caution',
}

test('behavior: each warning of a call → its severity', () => {
  expect(WARNING_SEVERITY).toEqual(EXPECTED)
  const codes: WarningCode[] = ['to-token-contract', 'to-zero-address', 'unknown-token']
  expect(codes.map((code) => warning(code).severity)).toEqual(codes.map((code) => EXPECTED[code]))
})
