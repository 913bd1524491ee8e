/** Codes of undici and Node for a response that took too long. */
const TIMEOUTS: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** Codes of a certificate that is not valid, or of a handshake that failed. Source: Node.js, "X509 certificate error codes". */
const TLS: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_CRL',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'CERT_SIGNATURE_FAILURE',
  'CRL_SIGNATURE_FAILURE',
  'CERT_NOT_YET_VALID',
  'CERT_HAS_EXPIRED',
  'CRL_NOT_YET_VALID',
  'CRL_HAS_EXPIRED',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'ERROR_IN_CRL_LAST_UPDATE_FIELD',
  'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
  'OUT_OF_MEM',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'INVALID_CA',
  'PATH_LENGTH_EXCEEDED',
  'INVALID_PURPOSE',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_CERT_ALTNAME_FORMAT',
  'ERR_TLS_DH_PARAM_SIZE',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  'ERR_TLS_INVALID_PROTOCOL_VERSION',
  'ERR_TLS_PROTOCOL_VERSION_CONFLICT',
  'ERR_TLS_RENEGOTIATION_DISABLED',
  'ERR_SSL_CA_MD_TOO_WEAK',
  'ERR_SSL_DH_KEY_TOO_SMALL',
  'ERR_SSL_EE_KEY_TOO_SMALL',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_NO_CIPHERS_AVAILABLE',
  'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_UNEXPECTED_EOF_WHILE_READING',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'EPROTO',
])

/** Codes of undici for a response that violates HTTP. Its `HTTPParserError` has no code. */
const MALFORMED: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
])

/** Kinds of failed connections. `malformed`: the other side responded with invalid HTTP. */
export type NetworkProblem = 'timeout' | 'tls' | 'malformed' | 'connection'

/** Classifies a failed connection by its code. A code without a row counts as `connection`. */
export function readNetworkCode(code: string): NetworkProblem {
  if (TIMEOUTS.has(code)) return 'timeout'
  if (TLS.has(code)) return 'tls'
  return MALFORMED.has(code) ? 'malformed' : 'connection'
}
