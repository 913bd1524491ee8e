import * as z from 'zod/mini'
import { uuidSchema } from '#shared/baas/fields.ts'

/** What the doctor looks at, in the order of its report. */
export const DOCTOR_CHECKS = [
  'page',
  'https',
  'origin',
  'domain',
  'script',
  'script-policy',
  'connect-policy',
  'passkey-policy',
  'frame',
  'clock',
  'webhook',
] as const

/** `POST /api/doctor`: the address of a page that shows the widget, and a webhook endpoint to try as well. */
export const doctorRequestSchema = z.strictObject({
  url: z
    .string('must be a string')
    .check(z.minLength(1, 'must not be empty'), z.maxLength(2_000, 'must be at most 2000 characters')),
  integrationId: z.optional(uuidSchema),
  webhookId: z.optional(uuidSchema),
})
export type DoctorRequest = z.infer<typeof doctorRequestSchema>

/**
 * One finding: what was seen, what it means, what to do. `fix` is text to paste, such as the exact directives of a
 * policy; `seen` is what the page itself said, as it was sent.
 */
export const doctorFindingSchema = z.object({
  check: z.enum(DOCTOR_CHECKS),
  level: z.enum(['ok', 'warning', 'problem']),
  title: z.string(),
  meaning: z.string(),
  advice: z.optional(z.string()),
  fix: z.optional(z.string()),
  seen: z.optional(z.string()),
})
export type DoctorFinding = z.infer<typeof doctorFindingSchema>

/** `url`: the page that was read, after redirects. */
export const doctorReportSchema = z.object({ url: z.string(), findings: z.array(doctorFindingSchema) })
export type DoctorReport = z.infer<typeof doctorReportSchema>
