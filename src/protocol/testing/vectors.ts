import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'

/** Public vectors are read from `LATCHKEY_VECTORS`, or from `shared/vectors` next to the repository. */
export const VECTORS_FOLDER =
  process.env['LATCHKEY_VECTORS'] ??
  resolve(fileURLToPath(new URL('.', import.meta.url)), '../../../../shared/vectors')

const ecdsaFile = z.object({
  testGroups: z.array(
    z.object({
      publicKey: z.object({ uncompressed: z.string() }),
      publicKeyDer: z.string(),
      tests: z.array(
        z.object({
          tcId: z.number(),
          comment: z.string(),
          msg: z.string(),
          sig: z.string(),
          result: z.enum(['valid', 'invalid']),
        }),
      ),
    }),
  ),
})

/** One ECDSA case. All bytes are hex without prefix; `publicKey` is uncompressed. */
export type EcdsaVector = {
  tcId: number
  comment: string
  publicKey: string
  publicKeyDer: string
  msg: string
  sig: string
  valid: boolean
}

const ecdhFile = z.object({
  testGroups: z.array(
    z.object({
      tests: z.array(
        z.object({
          tcId: z.number(),
          public: z.string(),
          result: z.enum(['valid', 'invalid', 'acceptable']),
          flags: z.array(z.string()),
        }),
      ),
    }),
  ),
})

const eip7951File = z.array(z.object({ Input: z.string(), Expected: z.string(), Name: z.string() }))

const ceremony = z.record(z.string(), z.string())
const webauthnFile = z.object({
  vectors: z.array(
    z.object({ title: z.string(), anchor: z.string(), registration: ceremony, authentication: ceremony }),
  ),
})

const typedDataFile = z.array(
  z.object({
    name: z.string(),
    domain: z.record(z.string(), z.unknown()),
    primaryType: z.string(),
    types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
    data: z.record(z.string(), z.unknown()),
    digest: z.string(),
  }),
)

/**
 * Wycheproof's ECDSA P-256 with SHA-256, with signatures as r and s concatenated (262 cases). Undefined if the
 * file does not exist.
 */
export function p1363Vectors(): EcdsaVector[] | undefined {
  return ecdsaVectors('wycheproof/ecdsa_secp256r1_sha256_p1363_test.json')
}

/** Wycheproof's ECDSA P-256 with SHA-256, with signatures in DER (484 cases). */
export function derVectors(): EcdsaVector[] | undefined {
  return ecdsaVectors('wycheproof/ecdsa_secp256r1_sha256_test.json')
}

/** Wycheproof's ECDH points (355 cases): valid and invalid public keys. */
export function ecPointVectors():
  | { tcId: number; public: string; result: 'valid' | 'invalid' | 'acceptable'; flags: string[] }[]
  | undefined {
  const file = readJson('wycheproof/ecdh_secp256r1_ecpoint_test.json')
  return file === undefined ? undefined : ecdhFile.parse(file).testGroups.flatMap((group) => group.tests)
}

/** EIP-7951. `Input` is hash, r, s, x, y; `Expected` is a word of 1 or empty. */
export function eip7951Vectors(): { Input: string; Expected: string; Name: string }[] | undefined {
  const file = readJson('eip-7951/test-vectors.json')
  return file === undefined ? undefined : eip7951File.parse(file)
}

/**
 * The registration and authentication pairs of WebAuthn L3 (15), with bytes in hex. The file states their
 * source.
 */
export function webauthnVectors(): {
  title: string
  anchor: string
  registration: Record<string, string>
  authentication: Record<string, string>
}[] {
  const file = readFileSync(new URL('webauthn-level-3.json', import.meta.url), 'utf8')
  return webauthnFile.parse(JSON.parse(file)).vectors
}

/** The typed data of ethers.js (130 cases) with their EIP-712 digests. */
export function typedDataVectors() {
  const bytes = readVectors('ethers/typed-data.json.gz')
  return bytes === undefined ? undefined : typedDataFile.parse(JSON.parse(gunzipSync(bytes).toString('utf8')))
}

function ecdsaVectors(name: string): EcdsaVector[] | undefined {
  const file = readJson(name)
  if (file === undefined) return undefined
  return ecdsaFile.parse(file).testGroups.flatMap((group) =>
    group.tests.map(({ result, ...test }) => ({
      ...test,
      publicKey: group.publicKey.uncompressed,
      publicKeyDer: group.publicKeyDer,
      valid: result === 'valid',
    })),
  )
}

function readJson(name: string): unknown {
  const bytes = readVectors(name)
  return bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'))
}

function readVectors(name: string): Buffer | undefined {
  const path = join(VECTORS_FOLDER, name)
  if (existsSync(path)) return readFileSync(path)
  process.stdout.write(
    `Public vectors not found, cases not run: ${name} (set LATCHKEY_VECTORS to their folder)\n`,
  )
  return undefined
}
