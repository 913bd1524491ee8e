/** A warning before signing. Screens have a sentence for each. */
export type WarningCode =
  | 'adds-key'
  | 'allowance-over-balance'
  | 'ambiguous-token'
  | 'from-other-account'
  | 'objects-to-removal'
  | 'operator-grant'
  | 'removes-backup'
  | 'removes-co-signer'
  | 'removes-key'
  | 'self-transfer'
  | 'sets-backup'
  | 'sets-co-signer'
  | 'starts-co-signer-removal'
  | 'suspicious-token-text'
  | 'to-token-contract'
  | 'to-zero-address'
  | 'unknown-call'
  | 'unknown-token'
  | 'unlimited-allowance'
  | 'value-with-call'

/** `danger`: may cost all of an asset, or moves something permanently. `caution`: unusual, worth a second look. */
export type WarningSeverity = 'caution' | 'danger'
export type Severity = 'none' | WarningSeverity

/**
 * The severity of each warning. Screens color the warning, and show a danger wherever the call is listed. No severity
 * prevents a signature. `src/contracts/testing/described-calls.txt` records the descriptions with their severities.
 */
export const WARNING_SEVERITY: Readonly<Record<WarningCode, WarningSeverity>> = {
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
