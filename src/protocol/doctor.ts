import * as z from 'zod/mini'
import { anyTextSchema, datetimeSchema, uuidSchema } from './fields.ts'

/** The doctor's checks, in the order of its report. */
export const DOCTOR_CHECKS = [
  'page',
  'https',
  'origin',
  'domain',
  'related',
  'script',
  'script-policy',
  'connect-policy',
  'passkey-policy',
  'frame',
  'framed',
  'page-clock',
  'browser-clock',
  'chain-clock',
] as const

/**
 * `POST /api/doctor`: the URL of a page that shows the widget. `browserDatetime`: the time of the caller's browser at
 * the request.
 */
export const doctorRequestSchema = z.strictObject({
  url: anyTextSchema(2_000).check(z.minLength(1, 'must not be empty')),
  integrationId: z.optional(uuidSchema),
  browserDatetime: z.optional(datetimeSchema),
})

/** Every possible finding, with the names of the values in its sentences. */
export const DOCTOR_FINDINGS = {
  'page-read': ['status'],
  'page-redirected': ['url'],
  'page-refused': ['status'],
  /** Reported in addition to the findings about the part of the page that was read. */
  'page-partly-read': [],
  'page-unreachable': ['problem'],
  https: [],
  'https-local': [],
  'https-missing': [],
  origin: ['label'],
  'origin-of-another': ['label', 'chosen'],
  'origin-another-port': ['near', 'origin'],
  'origin-another-scheme': ['near', 'origin'],
  'origin-unknown': [],
  domain: ['rpId'],
  'domain-malformed': ['rpId'],
  'domain-foreign': ['rpId', 'host'],
  'domain-below': ['rpId', 'above'],
  'domain-unknown': ['rpId'],
  'domain-unproved': ['rpId'],
  'domain-related': ['rpId', 'host'],
  /** The file of related origins at the passkeys' domain. `url`: its URL. `origins`: the origins that it concerns. */
  related: ['url'],
  'related-unregistered': ['rpId', 'origin'],
  'related-unreachable': ['url', 'problem'],
  'related-insecure': ['url', 'target'],
  'related-refused': ['url', 'status'],
  'related-type': ['url', 'type'],
  'related-malformed': ['url'],
  'related-missing': ['url', 'origins'],
  'related-labels': ['url', 'origins', 'max'],
  'related-redirected': ['url', 'target'],
  script: [],
  'script-missing': ['folder'],
  'widget-missing': ['folder'],
  'script-elsewhere': ['from', 'here'],
  'script-gone': ['file'],
  'script-hash-wrong': [],
  'script-hash-missing': [],
  'script-crossorigin-missing': [],
  'script-old': ['version'],
  'script-policy': [],
  'script-policy-none': [],
  /** `place` is `header`, `meta` or `both`. */
  'script-policy-blocks': ['place'],
  'connect-policy': [],
  'connect-policy-none': [],
  'connect-policy-blocks': ['place'],
  'passkey-policy': [],
  'passkey-policy-none': [],
  'passkey-policy-blocks': ['features'],
  frame: [],
  'frame-opener': ['opener'],
  'frame-open': [],
  /** A page that contains the wallet in a frame. `src`: the frame's URL. */
  'framed-elsewhere': ['src'],
  'framed-same-origin': ['src'],
  'framed-blocked': ['src'],
  'framed-no-passkeys': ['src'],
  /** The page inside the frame. `parents`: the origins that may frame it. */
  'framed-parents': ['parents'],
  'framed-parents-malformed': ['parents'],
  'framed-shut': ['parents'],
  'framed-unregistered': ['parents'],
  'framed-opener': ['opener'],
  'page-clock': [],
  'page-clock-unknown': [],
  'page-clock-ahead': ['seconds'],
  'page-clock-behind': ['seconds'],
  'browser-clock': [],
  'browser-clock-ahead': ['seconds'],
  'browser-clock-behind': ['seconds'],
  'chain-clock': [],
  'chain-clock-ahead': ['seconds'],
  'chain-clock-behind': ['seconds'],
  'chain-clock-away': [],
  /** Reported if a hosted service does not report its clocks. */
  'chain-clock-unsupported': [],
} as const satisfies Record<string, readonly string[]>
type DoctorCode = keyof typeof DOCTOR_FINDINGS
const codeSchema = z.custom<DoctorCode>(
  (value) => typeof value === 'string' && Object.hasOwn(DOCTOR_FINDINGS, value),
)

/** The severity of a finding, in the console and on the command line. */
const doctorLevelSchema = z.enum(['ok', 'warning', 'problem'])
export type DoctorLevel = z.infer<typeof doctorLevelSchema>

/**
 * One finding, independent of language: its `code` and `values`. `fix` is text to paste, such as the exact
 * directives of a policy. `seen` quotes the page itself.
 */
export const doctorFindingSchema = z.object({
  check: z.enum(DOCTOR_CHECKS),
  level: doctorLevelSchema,
  code: codeSchema,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  fix: z.optional(z.string()),
  seen: z.optional(z.string()),
})
export type DoctorFinding = z.infer<typeof doctorFindingSchema>
export type DoctorValues = DoctorFinding['values']

/** `url`: the page that was read, after redirects. */
export const doctorReportSchema = z.object({ url: z.string(), findings: z.array(doctorFindingSchema) })
export type DoctorReport = z.infer<typeof doctorReportSchema>
