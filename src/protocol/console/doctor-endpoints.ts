import { doctorReportSchema, doctorRequestSchema } from '#protocol/doctor.ts'
import { consoleEndpoint } from './console-endpoint.ts'

/** The integration doctor. It only reads. */
export const DOCTOR_ENDPOINTS = {
  runDoctor: consoleEndpoint('POST', '/api/doctor', 'operator', {
    body: doctorRequestSchema,
    answer: doctorReportSchema,
  }),
}
