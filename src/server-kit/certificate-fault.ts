/** The fault of a server's certificate. `other-host`: it was issued for another host name than the requested one. */
export type CertificateFault = 'untrusted' | 'expired' | 'other-host'

/** The fault for each error code of Node. */
const FAULTS: ReadonlyMap<string, CertificateFault> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ['CERT_UNTRUSTED', 'untrusted'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-host'],
])

/** Reads the code of an error of a TLS connection. Undefined if it is not about the certificate. */
export function readCertificateFault(code: string): CertificateFault | undefined {
  return FAULTS.get(code)
}
