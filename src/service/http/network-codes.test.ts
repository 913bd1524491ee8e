import { expect, test } from 'vitest'
import { readNetworkCode } from './network-codes.ts'

test.each([
  ['timeout', ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']],
  ['tls', ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN']],
  [
    'tls',
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'],
  ],
  ['malformed', ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']],
  ['connection', ['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET', 'SOMETHING_NEW', '']],
] as const)('error: classifies a failed connection as %s by its code', (problem, codes) => {
  expect(codes.map(readNetworkCode)).toEqual(codes.map(() => problem))
})
