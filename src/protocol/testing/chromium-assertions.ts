import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const hex = z.templateLiteral(['0x', z.string()])
const whole = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
)
const registration = z.object({
  origin: z.string(),
  rpId: z.string(),
  rpIdHash: hex,
  qx: hex,
  qy: hex,
  walletAddress: hex,
  spki: hex,
  authenticatorData: hex,
})
const assertion = z.object({
  registration: z.number(),
  call: z.object({
    walletAddress: hex,
    toAddress: hex,
    value: whole,
    data: hex,
    expiration: whole,
    fee: whole,
    feeCoinAddress: hex,
    feeWithdrawAddress: hex,
  }),
  digest: hex,
  authenticatorData: hex,
  clientDataJSON: z.string(),
  derSignature: hex,
  highS: z.boolean(),
  r: whole,
  s: whole,
  signature: hex,
  verdict: z.string(),
})
const fileSchema = z.object({
  browser: z.string(),
  chainId: z.number(),
  factory: hex,
  registrations: z.array(registration),
  assertions: z.array(assertion),
})

const PLACE = new URL('../../contracts/vectors/chromium-assertions.json', import.meta.url)

/** The assertions recorded by `record-assertions.ts`, each with its registration. */
export function chromiumAssertions() {
  const file = fileSchema.parse(JSON.parse(readFileSync(PLACE, 'utf8')))
  const cases = file.assertions.map((recorded) => {
    const made = file.registrations[recorded.registration]
    if (made === undefined) throw new Error('an assertion without registration')
    return { assertion: recorded, registration: made }
  })
  return { ...file, cases }
}
