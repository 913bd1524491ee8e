import * as z from 'zod/mini'

/**
 * The WebAuthn options made by the server's library. Only the parts that a browser needs are parsed. Source:
 * WebAuthn Level 3, `PublicKeyCredentialCreationOptionsJSON` and `PublicKeyCredentialRequestOptionsJSON`.
 */
const userVerificationSchema = z.enum(['required', 'preferred', 'discouraged'])
const hintsSchema = z.array(z.enum(['hybrid', 'security-key', 'client-device']))
const credentialsSchema = z.array(
  z.object({
    id: z.string(),
    type: z.literal('public-key'),
    transports: z.exactOptional(
      z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])),
    ),
  }),
)

export const requestOptionsSchema = z.object({
  challenge: z.string(),
  timeout: z.exactOptional(z.number()),
  rpId: z.exactOptional(z.string()),
  allowCredentials: z.exactOptional(credentialsSchema),
  userVerification: z.exactOptional(userVerificationSchema),
  hints: z.exactOptional(hintsSchema),
})
export type RequestOptions = z.infer<typeof requestOptionsSchema>

export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.exactOptional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.exactOptional(z.number()),
  excludeCredentials: z.exactOptional(credentialsSchema),
  authenticatorSelection: z.exactOptional(
    z.object({
      authenticatorAttachment: z.exactOptional(z.enum(['platform', 'cross-platform'])),
      residentKey: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(userVerificationSchema),
    }),
  ),
  attestation: z.exactOptional(z.enum(['none', 'indirect', 'direct', 'enterprise'])),
  hints: z.exactOptional(hintsSchema),
  extensions: z.exactOptional(z.object({ credProps: z.exactOptional(z.boolean()) })),
})
export type CreationOptions = z.infer<typeof creationOptionsSchema>
